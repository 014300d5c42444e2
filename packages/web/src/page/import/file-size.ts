const UNITS = ['KiB', 'MiB', 'GiB'] as const

/** A number of bytes for people: `512 bytes`, `1.5 MiB`. Rounded up, so that what is above a limit looks so. */
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
