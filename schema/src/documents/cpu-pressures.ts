/** How much of the processors is in use, as the browser's Compute Pressure API puts it, in rising order. */
export const CPU_PRESSURES = ['nominal', 'fair', 'serious', 'critical'] as const;
export type CpuPressure = (typeof CPU_PRESSURES)[number];
