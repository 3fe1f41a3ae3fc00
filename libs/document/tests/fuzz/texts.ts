import { pieces } from './pieces.ts'
import { between, pick, type Random, randomOf } from './random.ts'

/** A text that tries to keep the parser busy. The same seed and size make the same text. */
export type HostileText = { seed: number; shape: string; text: string }

export function hostileText(seed: number, size: number): HostileText {
  const random = randomOf(seed)
  const [shape, make] = pick(random, shapes)
  return { seed, shape, text: make(random, size).slice(0, size) }
}

type Make = (random: Random, size: number) => string

const shapes: [[string, Make], ...[string, Make][]] = [
  ['one unit', oneUnit],
  ['lines of one unit', (random, size) => filled(`${unit(random)}\n`, size)],
  ['openers, then closers', openersAndClosers],
  ['a mix of three units', mixOfThree],
  ['units in runs', runsOfUnits],
  ['lines with prefixes', linesWithPrefixes],
]

/** One to five pieces, some of them repeated. */
function unit(random: Random): string {
  return Array.from({ length: between(random, 1, 5) }, () => {
    const piece = pick(random, pieces)
    return random() < 0.15 ? piece.repeat(between(random, 1, 4)) : piece
  }).join('')
}

function filled(piece: string, size: number): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size)
}

function oneUnit(random: Random, size: number): string {
  return filled(unit(random), size)
}

function openersAndClosers(random: Random, size: number): string {
  const [opener, closer] = [unit(random), unit(random)]
  const count = Math.ceil(size / (opener.length + closer.length))
  return opener.repeat(count) + closer.repeat(count)
}

function mixOfThree(random: Random, size: number): string {
  const units: [string, ...string[]] = [unit(random), unit(random), unit(random)]
  return joined(size, () => pick(random, units))
}

function runsOfUnits(random: Random, size: number): string {
  return joined(size, () => {
    const one = unit(random)
    return one.repeat(between(random, 1, Math.max(1, Math.floor(size / one.length / 4))))
  })
}

const prefixes = ['', ' ', '    ', '\t', '> ', '> > ', '- ', '  - ', '* ', '1. ', '   '] as const

function linesWithPrefixes(random: Random, size: number): string {
  const one = unit(random)
  const line = () => `${pick(random, prefixes)}${pick(random, prefixes)}${one}\n`
  return joined(size, line)
}

function joined(size: number, next: () => string): string {
  const parts: string[] = []
  for (let length = 0; length < size; ) {
    const part = next()
    parts.push(part)
    length += part.length
  }
  return parts.join('')
}
