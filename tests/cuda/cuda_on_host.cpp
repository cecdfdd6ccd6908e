// stickslip_cuda.so with a CUDA runtime of the host: `--backend cuda` from end to end where there is no GPU.

#include "cuda/attractor_device.cu"
#include "cuda/cuda_device.cu"
