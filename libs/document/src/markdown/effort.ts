import type { Construct, Extension } from 'micromark-util-types'
import { counting, emphasis, openings, watched, wordStart } from './effort-constructs.ts'
import { DocumentError } from './errors.ts'
import { mayHoldMail } from './github-syntax.ts'

/**
 * Effort is counted in units of about 10 ns of work. A page may cost a fixed amount and so much for each of its
 * characters: 1.6 times what the densest written documentation takes (docs/adr/0030). So a text whose cost grows faster
 * than its length is refused.
 */
const START = 5_000_000
const FOR_A_CHARACTER = 350

/** The cost of each thing that the parser does. */
const cost = {
  /** A character that a tokenizer reads, each time it does. */
  character: 12,
  /** A token that a tokenizer makes, also one that it drops. */
  token: 85,
  /** A place where a quote or list could begin. */
  container: 180,
  /** A line, however little is on it. */
  line: 800,
  /** A definition of a link or footnote, or what could be one. */
  definition: 2_500,
  /** A sign that puts a line into a quote, list or footnote. */
  marker: 1_500,
  /** A cell of a table. */
  cell: 800,
  /** An event that is passed in the search for the bracket around a bracket or word. */
  lookBack: 10,
  /** An event that is passed for a line that belongs to a quote or list without a sign of its own. */
  lazy: 5,
  /** An event that is moved to make room for an item of a list. */
  move: 0.2,
  /** An event before a sign of emphasis: any of them could be its counterpart. */
  emphasis: 3,
}

/** Refuses a text that costs more than one of its length may. */
export class Effort {
  #max: number
  #spent = 0

  constructor(length: number) {
    this.#max = START + FOR_A_CHARACTER * length
  }

  /** The remaining effort, spent apart. */
  rest(): Effort {
    const rest = new Effort(0)
    rest.#max = this.#max - this.#spent
    return rest
  }

  get spent(): number {
    return this.#spent
  }

  /** Throws DocumentError (too-complex) naming `what` there is too much of, once the effort is used up. */
  spend(amount: number, what: string): void {
    this.#spent += amount
    if (this.#spent > this.#max)
      throw new DocumentError('too-complex', `The text holds too much ${what} for its length`)
  }
}

const listMarkers = [42, 43, 45, ...Array.from({ length: 10 }, (_, digit) => 48 + digit)]

/** Counts the work that follows from the lines and signs of a text, whatever they turn out to be. */
export function spendOnSigns(
  markdown: string,
  { lines, markers }: { lines: number; markers: number },
  effort: Effort,
): void {
  effort.spend(cost.line * lines, 'in lines')
  effort.spend(cost.definition * countOf(markdown, ']:'), 'in definitions')
  effort.spend(cost.marker * (markers + countOf(markdown, '[^')), 'in lists, quotes and footnotes')
  effort.spend(cost.cell * countOf(markdown, '|'), 'in tables')
}

/**
 * A parser extension that recognises nothing and counts the work that a text causes. At many places the parser looks
 * back over what it has read, moves it, or reads on for an end that is not there. A hostile page can make minutes of
 * that.
 */
export function effortLimit(markdown: string, effort: Effort): Extension {
  let written = 0
  const watch = watched(
    () => effort.spend(cost.character, 'to read more than once'),
    () => effort.spend(cost.token, 'markup'),
  )
  const watching = counting(watch)
  const container = counting(watch, ({ events }) => {
    written = events.length
    const moves = events.at(-1)?.[1].type === 'listItemPrefix' ? cost.move * written : 0
    effort.spend(cost.container + moves, 'in lists and quotes')
  })
  const line = counting(watch, ({ events, parser, now }) => {
    if (parser.lazy[now().line]) effort.spend(cost.lazy * events.length + cost.move * written, 'in blocks and lines')
  })
  const openingOf = openings()
  const bracket = counting(watch, (context) =>
    effort.spend(cost.lookBack * (context.events.length - openingOf(context)), 'in brackets'),
  )
  const word = counting(watch, (context) => {
    const opening = openingOf(context)
    if (opening >= 0) effort.spend(cost.lookBack * (context.events.length - opening), 'in brackets')
  })
  const run = emphasis((length, events) => effort.spend(cost.emphasis * events + 4 * length * length, 'emphasis'))
  return {
    document: { null: container, ...each([...listMarkers, 62], container) },
    flowInitial: { null: watching },
    flow: { null: line },
    contentInitial: { null: watching },
    text: {
      ...each(signs, watching),
      ...each(mayHoldMail(markdown) ? wordLetters : addressLetters, wordStart(word)),
      ...each([42, 95, 126], run),
      93: bracket,
    },
  }
}

/** The characters at which the parser tries the text of a paragraph for more than plain words. */
const signs = [-5, -4, -3, 33, 36, 38, 42, 60, 91, 92, 93, 95, 96, 126]
const codesOf = (letters: string) => [...letters].map((one) => one.charCodeAt(0))
/** The characters with which mail addresses begin; some of them begin other addresses too. */
const wordLetters = codesOf('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789')
const addressLetters = codesOf('hwHW')

function each(codes: readonly number[], construct: Construct): Record<number, Construct> {
  return Object.fromEntries(codes.map((code) => [code, construct]))
}

function countOf(text: string, character: string): number {
  let count = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1
  return count
}
