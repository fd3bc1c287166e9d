// A polynomial, by Horner's rule: each thread has AT_ONCE points in registers, for as many products at once.
#ifndef AT_ONCE
#define AT_ONCE 4
#endif

extern "C" __global__ void __launch_bounds__(256)
horner(const float *coefficients, int degree, const float *x, float *y) {
    const int first = blockIdx.x * 256 * AT_ONCE + threadIdx.x;
    float points[AT_ONCE], values[AT_ONCE];
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++) {
        points[i] = x[first + 256 * i];
        values[i] = 0.0f;
    }
    for (int power = degree; power >= 0; power--) {
#pragma unroll
        for (int i = 0; i < AT_ONCE; i++) {
            values[i] = values[i] * points[i] + coefficients[power];
        }
    }
#pragma unroll
    for (int i = 0; i < AT_ONCE; i++) {
        y[first + 256 * i] = values[i];
    }
}
