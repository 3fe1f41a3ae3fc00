import { asciiAlpha } from 'micromark-util-character'
import type { Construct, Event, Extension, State, TokenizeContext } from 'micromark-util-types'
import { DocumentError } from './errors.ts'

/**
 * Effort is counted in units of about 10 ns of work. A page may cost what it costs to begin, and so much for each of
 * its characters: four times what written documentation takes. What grows faster than the text is refused so.
 */
const START = 10_000_000
const FOR_A_CHARACTER = 800

/** What each thing costs that a text makes the parser do. */
const cost = {
  /** A block, or a line of one: the parser opens several tokenizers for it. */
  block: 6_000,
  /** A place where a quote or list could begin. */
  container: 500,
  /** A sign in a line that could be markup. */
  sign: 300,
  /** A cell of a table. */
  cell: 1_500,
  /** An event that a closing bracket looks back over in search of the opening one, more than once. */
  lookBack: 25,
  /** An event that a line looks back over which no sign puts into the quote or list that it belongs to. */
  lazy: 5,
  /** A character of what could be a tag or a comment and is read to its end. */
  tagCharacter: 5,
  /** A sign that puts a line into a quote or list. */
  marker: 1_500,
  /** An event that is moved to make room for an item of a list. */
  move: 0.2,
}

/** Refuses a text that costs more than one of its length may. */
export class Effort {
  #left: number

  constructor(length: number) {
    this.#left = START + FOR_A_CHARACTER * length
  }

  /** Throws DocumentError (too-complex) naming `what` there is too much of, once the effort is used up. */
  spend(amount: number, what: string): void {
    this.#left -= amount
    if (this.#left < 0) throw new DocumentError('too-complex', `The text holds too much ${what} for its length`)
  }
}

const signs = [-5, -4, -3, 33, 36, 38, 42, 60, 91, 92, 93, 95, 96, 126]
const [EXCLAMATION, SLASH, QUESTION] = [33, 47, 63]
const listMarkers = [42, 43, 45, ...Array.from({ length: 10 }, (_, digit) => 48 + digit)]

/**
 * A parser extension that recognises nothing and counts the work that a text causes. The parser looks back over what it
 * has read at many places, and moves it, which a hostile page turns into minutes.
 */
export function effortLimit(markdown: string, markers: number): Extension {
  const effort = new Effort(markdown.length)
  effort.spend(cost.marker * markers, 'in lists and quotes')
  effort.spend(cost.cell * countOf(markdown, '|'), 'in tables')
  spendRuns(effort, markdown)
  let written = 0
  const container = counting(({ events }) => {
    written = events.length
    const moves = events.at(-1)?.[1].type === 'listItemPrefix' ? cost.move * written : 0
    effort.spend(cost.container + moves, 'in lists and quotes')
  })
  const line = counting(({ events, parser, now }) => {
    const moves = parser.lazy[now().line] ? cost.lazy * events.length + cost.move * written : 0
    effort.spend(cost.block + moves, 'in blocks and lines')
  })
  const sign = counting(() => effort.spend(cost.sign, 'markup'))
  const bracket = counting(({ events }) => effort.spend(cost.lookBack * distanceToOpening(events), 'in brackets'))
  const tag = tags((length) => effort.spend(cost.tagCharacter * length, 'HTML that does not end'))
  const run = runs((length, events) => effort.spend(events + 4 * length * length, 'emphasis'))
  return {
    document: { null: container, ...each([...listMarkers, 62], container) },
    flow: { null: line },
    text: {
      ...each(signs, sign),
      60: [sign, tag],
      42: [sign, run],
      93: [sign, bracket],
      95: [sign, run],
      126: [sign, run],
    },
  }
}

function each(codes: readonly number[], construct: Construct): Record<number, Construct> {
  return Object.fromEntries(codes.map((code) => [code, construct]))
}

/** A construct that counts where the parser tries it, and is never there. */
function counting(count: (context: TokenizeContext) => void): Construct {
  return {
    tokenize(_effects, _ok, nok) {
      return (code) => {
        count(this)
        return nok(code)
      }
    },
  }
}

/** How many events lie between a closing bracket and the one that it could close; all where there is none. */
function distanceToOpening(events: readonly Event[]): number {
  const opening = events.findLastIndex(
    ([, { type, _balanced }]) => (type === 'labelImage' || type === 'labelLink') && !_balanced,
  )
  return events.length - opening
}

/** A construct that counts the signs of emphasis that stand together, and the events before them. */
function runs(count: (length: number, events: number) => void): Construct {
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

/** A construct that counts how far the parser reads for the end of a tag, a comment or whatever else begins with `<`. */
function tags(count: (length: number) => void): Construct {
  return {
    tokenize(effects, _ok, nok) {
      let length = 0
      let closing = '>'
      let ended = 0
      const inside: State = (code) => {
        if (code === null || ended === closing.length) {
          count(length)
          return nok(code)
        }
        length += 1
        ended = code === closing.charCodeAt(ended) ? ended + 1 : Number(code === closing.charCodeAt(0))
        effects.consume(code)
        return inside
      }
      const kind: State = (code) => {
        if (code === QUESTION) closing = '?>'
        else if (code === EXCLAMATION) closing = '->'
        else if (code !== SLASH && !asciiAlpha(code)) return nok(code)
        return inside(code)
      }
      return (code) => {
        effects.consume(code)
        return kind
      }
    },
  }
}

/** For each length of code signs that nothing closes, the parser reads to the end of the paragraph and begins again. */
function spendRuns(effort: Effort, markdown: string): void {
  const lengths = new Set<number>()
  for (const [run] of markdown.matchAll(/`+/g)) lengths.add(run.length)
  effort.spend(lengths.size * markdown.length, 'code in signs of many lengths')
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1
  return count
}
