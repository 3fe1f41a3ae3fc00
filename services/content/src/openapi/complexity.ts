import { BadSpecification } from './problems.ts'

/** Nesting bound, deeper than any specification that people write. */
export const maxDepth = 200

/** The cost of a value with all shared parts written out. */
interface Weight {
  /** Approximate length as JSON. */
  characters: number
  levels: number
}

/**
 * Throws BadSpecification for a value that would exceed `maxCharacters` as JSON, is nested too deep, contains itself,
 * or has the key `__proto__`. Aliases of YAML are shared parts: each is measured once and counts as often as it occurs,
 * so that nothing has to be written out.
 */
export function checkComplexity(value: unknown, maxCharacters: number): void {
  const weights = new Map<object, Weight | 'open'>()

  function weigh(one: unknown, level: number): Weight {
    if (typeof one === 'string') return { characters: one.length + 3, levels: 0 }
    if (typeof one !== 'object' || one === null) return { characters: 8, levels: 0 }
    const known = weights.get(one)
    if (known === 'open') throw new BadSpecification('TOO_COMPLEX', 'A part of the specification contains itself')
    if (level + (known?.levels ?? 0) > maxDepth)
      throw new BadSpecification('TOO_COMPLEX', `The specification is nested deeper than ${maxDepth} levels`)
    if (known) return known
    weights.set(one, 'open')
    const weight = sum(one, level)
    weights.set(one, weight)
    return weight
  }

  function sum(one: object, level: number): Weight {
    let characters = 2
    let levels = 0
    for (const [key, part] of Object.entries(one)) {
      if (key === '__proto__') throw new BadSpecification('SYNTAX', 'The specification has a key __proto__')
      const inner = weigh(part, level + 1)
      characters += key.length + 4 + inner.characters
      levels = Math.max(levels, inner.levels + 1)
      if (characters > maxCharacters)
        throw new BadSpecification('TOO_COMPLEX', `The specification is larger than ${maxCharacters} characters`)
    }
    return { characters, levels }
  }

  weigh(value, 0)
}
