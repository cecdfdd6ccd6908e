// stickslip_cuda.so with a CUDA runtime of the host: `--backend cuda` from end to end where there is no GPU.

#include "../../src/cuda/attractor_device.cu"
#include "../../src/cuda/cuda_device.cu"
