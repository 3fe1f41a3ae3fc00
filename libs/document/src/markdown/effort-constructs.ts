import { asciiAlphanumeric } from 'micromark-util-character'
import type { Code, Construct, Event, TokenizeContext } from 'micromark-util-types'

/** The tools of a tokenizer; each tokenizer has its own. */
type Tools = Parameters<Construct['tokenize']>[0]

/** Makes a function that has a tokenizer count the characters that it reads and the tokens that it makes. */
export function watched(character: () => void, token: () => void): (effects: Tools) => void {
  const seen = new WeakSet<Tools>()
  return (effects) => {
    if (seen.has(effects)) return
    seen.add(effects)
    const { consume, enter } = effects
    effects.consume = (code) => {
      character()
      consume(code)
    }
    effects.enter = (type, fields) => {
      token()
      return enter(type, fields)
    }
  }
}

/** A construct that counts where the parser tries it, and is never there. */
export function counting(watch: (effects: Tools) => void, count?: (context: TokenizeContext) => void): Construct {
  return {
    tokenize(effects, _ok, nok) {
      watch(effects)
      return (code) => {
        count?.(this)
        return nok(code)
      }
    },
  }
}

/** The construct, tried only where a word begins that the parser may take for an address. */
export function wordStart(construct: Construct): Construct {
  return { ...construct, previous: (code) => !isInWord(code) }
}

const [PLUS, MINUS, DOT, SLASH, UNDERSCORE] = [43, 45, 46, 47, 95]

function isInWord(code: Code): boolean {
  return (
    asciiAlphanumeric(code) || code === PLUS || code === MINUS || code === DOT || code === SLASH || code === UNDERSCORE
  )
}

/** A construct that counts the signs of emphasis that stand together, and the events before them. */
export function emphasis(count: (length: number, events: number) => void): Construct {
  return {
    tokenize(effects, _ok, nok) {
      let length = 0
      const events = this.events.length
      return function inside(code) {
        if (code === 42 || code === 95 || code === 126) {
          length += 1
          effects.consume(code)
          return inside
        }
        count(length, events)
        return nok(code)
      }
    },
  }
}

type Opening = { index: number; token: Event[1] }

/**
 * Finds where the innermost open bracket is in the events of a tokenizer; -1 where there is none. It is called for all
 * events in turn, so it reads each of them once.
 */
export function openings(): (context: TokenizeContext) => number {
  const known = new WeakMap<TokenizeContext, { open: Opening[]; read: number }>()
  return (context) => {
    const { events } = context
    const state = known.get(context) ?? { open: [], read: 0 }
    known.set(context, state)
    const { open } = state
    for (let last = open.at(-1); last && isOver(last, events); last = open.at(-1)) open.pop()
    for (let index = Math.min(state.read, events.length); index < events.length; index += 1) {
      const token = events[index]?.[1]
      if (token && isOpening(token)) open.push({ index, token })
    }
    state.read = events.length
    return open.at(-1)?.index ?? -1
  }
}

function isOpening({ type, _balanced }: Event[1]): boolean {
  return (type === 'labelImage' || type === 'labelLink') && !_balanced
}

/** True if the bracket was closed, or dropped because the parser rebuilt the list of events. */
function isOver({ index, token }: Opening, events: readonly Event[]): boolean {
  return events[index]?.[1] !== token || !isOpening(token)
}
