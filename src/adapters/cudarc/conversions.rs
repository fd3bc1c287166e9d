//! Converts launches into cudarc's.

use cudarc::driver::LaunchConfig;

convert_into_launch_config!(LaunchConfig);
