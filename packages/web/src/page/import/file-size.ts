const UNITS = ['KiB', 'MiB', 'GiB'] as const

/**
 * Formats a number of bytes, such as `512 bytes` or `1.5 MiB`. It rounds up, so that a size slightly above a limit is
 * also shown as larger than the limit.
 */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? '1 byte' : `${bytes} bytes`
  let size = bytes / 1024
  let unit = 0
  while (size >= 1024 && unit < UNITS.length - 1) {
    size /= 1024
    unit++
  }
  return `${Math.ceil(size * 10) / 10} ${UNITS[unit]}`
}
