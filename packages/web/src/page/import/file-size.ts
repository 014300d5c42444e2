const UNITS = ['KiB', 'MiB', 'GiB'] as const

/** Formats a number of bytes: `512 bytes`, `1.5 MiB`. Rounds up, so that a size above a limit also looks larger. */
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
