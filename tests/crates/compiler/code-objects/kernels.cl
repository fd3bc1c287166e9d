// Kernels for what a code object states, a kernel each.

#define HOLDS(floats) { \
    const uint lane = __builtin_amdgcn_workitem_id_x(); \
    float held[floats]; \
    _Pragma("unroll") for (int i = 0; i < floats; ++i) held[i] = x[lane + 1024 * i]; \
    __asm__ volatile("" ::: "memory"); \
    _Pragma("unroll") for (int i = 0; i < floats; ++i) y[lane + 1024 * i] = held[i]; \
}
#define HOLDS_SCALARS(ints) { \
    int held[ints]; \
    _Pragma("unroll") for (int i = 0; i < ints; ++i) __asm__ volatile("s_mov_b32 %0, %1" : "=s"(held[i]) : "n"(i)); \
    _Pragma("unroll") for (int i = 0; i < ints; ++i) __asm__ volatile("" :: "s"(held[i])); \
}
typedef global const float *In;
typedef global float *Out;

kernel void empty() {}
kernel void parameters(In x, Out y, float a, char b) { *y += a * *x + b; }
kernel void vector(In x, Out y) HOLDS(100)
kernel __attribute__((amdgpu_flat_work_group_size(1, 1024))) void spilled_vector(In x, Out y) HOLDS(600)
kernel void scalar() HOLDS_SCALARS(60)
kernel void spilled_scalar() HOLDS_SCALARS(160)
kernel __attribute__((reqd_work_group_size(64, 2, 3))) void required(Out y) { *y = 1; }

kernel void tile(In x, Out y) {
    local float tile[2049];
    const uint lane = __builtin_amdgcn_workitem_id_x();
    tile[lane] = x[lane];
    __builtin_amdgcn_s_barrier();
    y[lane] = tile[2048 - lane];
}

kernel void frame(In x, Out y, int n) {
    volatile float own[33];
    for (int i = 0; i < 33; ++i) own[i] = x[i];
    *y = own[n];
}

kernel void dynamic_frame(In x, Out y, int n) {
    volatile private float *own = (volatile private float *)__builtin_alloca(n);
    for (int i = 0; i < n; ++i) own[i] = x[i];
    *y = own[n / 2];
}

__attribute__((noinline)) void called(In x, Out y) HOLDS(40)
kernel void calls(In x, Out y) { called(x, y); }

#ifdef AGPRS
// Where both files are one, these are 8 + 21.
kernel void accumulated() { __asm__ volatile("" ::: "v6", "a20"); }
kernel void accumulated_only() { __asm__ volatile("" ::: "a7"); }
#endif
