#pragma once

// Threads of a block.
#define BLOCK 256
