import type { Visit } from '@quire/kit'

export type Encoding = 'br' | 'gzip'

/** The best encoding that the reader takes; one that they refuse (`q=0`) is not taken. */
export function encodingFor({ headers }: Visit): Encoding | undefined {
  const taken = headers['accept-encoding']
  const accepted = (typeof taken === 'string' ? taken : '')
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0+)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim())
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding))
}
