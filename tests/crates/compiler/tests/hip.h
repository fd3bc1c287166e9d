#define __global__ extern "C" __attribute__((global))
#define __launch_bounds__(threads, waves) \
    __attribute__((amdgpu_flat_work_group_size(1, threads), amdgpu_waves_per_eu(waves)))
#define HOLDS(name, floats) \
    name(const float *x, float *y) { \
        const unsigned thread = __builtin_amdgcn_workitem_id_x(); \
        float held[floats]; \
        _Pragma("unroll") for (int i = 0; i < floats; ++i) held[i] = x[thread + 1024 * i]; \
        asm volatile("" ::: "memory"); \
        _Pragma("unroll") for (int i = 0; i < floats; ++i) y[thread + 1024 * i] = held[i]; \
    }
