const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** Writes a number of bytes in the unit in which it is short. */
export function inBytes(bytes: number, language: string): string {
  const at = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3))
  const format = new Intl.NumberFormat(language, { style: 'unit', unit: units[at] ?? 'byte', maximumFractionDigits: 1 })
  return format.format(bytes / 1000 ** at)
}
