// What holds the registers of every kernel: the launch bounds, or in their place the budget itself.
// A kernel cannot have both.
#pragma once

#ifdef HOLD_TO_BUDGET
#define BOUNDS __maxnreg__(MAX_REGISTERS_PER_THREAD)
#else
#define BOUNDS __launch_bounds__(THREADS_PER_BLOCK, MIN_BLOCKS_PER_SM)
#endif
