//! Launches as cudarc's own.

use cudarc::driver::LaunchConfig;

convert_into_launch_config!(LaunchConfig);
