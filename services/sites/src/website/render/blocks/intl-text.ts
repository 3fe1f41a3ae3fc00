/** To make one of these costs more than to use it a hundred times; languages are those of the frame. */
const numbers = new Map<string, Intl.NumberFormat>()
const dates = new Map<string, Intl.DateTimeFormat>()

function cached<Format>(formats: Map<string, Format>, name: string, make: () => Format): Format {
  const format = formats.get(name) ?? make()
  formats.set(name, format)
  return format
}

/** A number as a language writes it. */
export const numberText = (value: number, language: string): string =>
  cached(numbers, language, () => new Intl.NumberFormat(language, { maximumFractionDigits: 20 })).format(value)

const formats = {
  numeric: { year: 'numeric', month: '2-digit', day: '2-digit' },
  short: { year: 'numeric', month: 'short', day: 'numeric' },
  full: { year: 'numeric', month: 'long', day: 'numeric' },
} as const

/** A day as a language writes it. Days are the same everywhere, so their zone is the one of the tree. */
export const dateText = (date: Date, format: keyof typeof formats, language: string): string =>
  cached(
    dates,
    `${language} ${format}`,
    () => new Intl.DateTimeFormat(language, { ...formats[format], timeZone: 'UTC' }),
  ).format(date)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** A size in bytes as a language writes it: `1.2 MB`. */
export function sizeText(bytes: number | undefined, language: string): string | undefined {
  if (bytes === undefined || !Number.isFinite(bytes) || bytes < 0) return undefined
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = units[power] ?? 'byte'
  const amount = bytes / 1000 ** power
  const digits = amount < 10 ? 1 : 0
  // The short form of bytes has no plural.
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const make = () =>
    new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits })
  return cached(numbers, `${language} ${unit} ${digits}`, make).format(amount)
}
