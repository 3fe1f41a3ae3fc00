import type { Literal } from 'mdast'
import type { CompileContext, Extension as FromMarkdownExtension, Token } from 'mdast-util-from-markdown'
import type { Options } from 'mdast-util-to-markdown'
import { factorySpace } from 'micromark-factory-space'
import { markdownLineEnding } from 'micromark-util-character'
import type { Construct, Extension, State } from 'micromark-util-types'
import { nextLine } from './next-line.ts'

/** A formula between two lines of `$$`. */
interface MathBlock extends Literal {
  type: 'math'
}
/** A formula between two `$$` in a line. */
interface InlineMath extends Literal {
  type: 'inlineMath'
}

declare module 'mdast' {
  interface RootContentMap {
    math: MathBlock
    inlineMath: InlineMath
  }
  interface BlockContentMap {
    math: MathBlock
  }
  interface PhrasingContentMap {
    inlineMath: InlineMath
  }
}

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    math: 'math'
    mathFence: 'mathFence'
    mathLine: 'mathLine'
    inlineMath: 'inlineMath'
    inlineMathFence: 'inlineMathFence'
    inlineMathText: 'inlineMathText'
  }
}

const DOLLAR = 36

/** A line of nothing but `$$`. */
const fence: Construct = {
  partial: true,
  tokenize(effects, ok, nok) {
    const end: State = (code) => (code === null || markdownLineEnding(code) ? ok(code) : nok(code))
    const second: State = (code) => {
      if (code !== DOLLAR) return nok(code)
      effects.consume(code)
      effects.exit('mathFence')
      return factorySpace(effects, end, 'whitespace')
    }
    const first: State = (code) => {
      if (code !== DOLLAR) return nok(code)
      effects.enter('mathFence')
      effects.consume(code)
      return second
    }
    return factorySpace(effects, first, 'linePrefix', 4)
  },
}

/** `closed`: whether a line below closes the formula. A price at the start of a line must not swallow the page. */
function blockConstruct(closed: (line: number) => boolean): Construct {
  return {
    name: 'math',
    concrete: true,
    tokenize(effects, ok, nok) {
      const done: State = (code) => {
        effects.exit('math')
        return ok(code)
      }
      const line: State = (code) => {
        if (code === null || markdownLineEnding(code)) {
          effects.exit('mathLine')
          return effects.attempt(nextLine, content, nok)(code)
        }
        effects.consume(code)
        return line
      }
      const text: State = (code) => {
        if (code === null || markdownLineEnding(code)) return effects.attempt(nextLine, content, nok)(code)
        effects.enter('mathLine')
        return line(code)
      }
      const content: State = (code) => effects.attempt(fence, done, text)(code)
      return (code) => {
        if (!closed(this.now().line)) return nok(code)
        effects.enter('math')
        return effects.attempt(fence, effects.attempt(nextLine, content, nok), nok)(code)
      }
    },
  }
}

const inlineConstruct: Construct = {
  name: 'inlineMath',
  previous: (code) => code !== DOLLAR,
  tokenize(effects, ok, nok) {
    let dollars = 0
    const close: State = (code) => {
      if (code === DOLLAR) {
        effects.consume(code)
        dollars += 1
        return close
      }
      effects.exit('inlineMathFence')
      if (dollars !== 2) return nok(code)
      effects.exit('inlineMath')
      return ok(code)
    }
    const text: State = (code) => {
      if (code === null || code === DOLLAR || markdownLineEnding(code)) {
        effects.exit('inlineMathText')
        return between(code)
      }
      effects.consume(code)
      return text
    }
    const between: State = (code) => {
      if (code === null) return nok(code)
      if (code === DOLLAR) {
        dollars = 0
        effects.enter('inlineMathFence')
        return close(code)
      }
      if (markdownLineEnding(code)) {
        effects.enter('lineEnding')
        effects.consume(code)
        effects.exit('lineEnding')
        return between
      }
      effects.enter('inlineMathText')
      return text(code)
    }
    const open: State = (code) => {
      if (code === DOLLAR) {
        effects.consume(code)
        dollars += 1
        return open
      }
      effects.exit('inlineMathFence')
      return dollars === 2 ? between(code) : nok(code)
    }
    return (code) => {
      effects.enter('inlineMath')
      effects.enter('inlineMathFence')
      return open(code)
    }
  },
}

/** The syntax of formulas for one text. */
export function mathSyntax(markdown: string): Extension {
  const last = lastFence(markdown)
  return { flow: { [DOLLAR]: blockConstruct((line) => line < last) }, text: { [DOLLAR]: inlineConstruct } }
}

/** The last line that could close a formula, from 1; 0 where there is none. */
function lastFence(markdown: string): number {
  if (!markdown.includes('$$')) return 0
  return markdown.split(/\r\n|\r|\n/).findLastIndex((line) => /^[ \t>]*\$\$[ \t]*$/.test(line)) + 1
}

export const mathFromMarkdown: FromMarkdownExtension = {
  enter: {
    math: open('math'),
    mathLine: asText('enter'),
    inlineMath: open('inlineMath'),
    inlineMathText: asText('enter'),
  },
  exit: {
    mathLine: asText('exit'),
    // Without the ends of the lines of both fences.
    math: close((lines) =>
      lines
        .slice(lines.search(/[\r\n]/))
        .replace(/\r\n?/g, '\n')
        .replace(/^\n|\n$/g, ''),
    ),
    inlineMathText: asText('exit'),
    inlineMath: close((text) => text.replace(/\s+/g, ' ').trim()),
  },
}

type Handle = (this: CompileContext, token: Token) => undefined

function open(type: 'math' | 'inlineMath'): Handle {
  return function (token) {
    this.enter({ type, value: '' }, token)
    this.buffer()
  }
}

function close(read: (text: string) => string): Handle {
  return function (token) {
    const text = this.resume()
    const node = this.stack.at(-1)
    if (node?.type === 'math' || node?.type === 'inlineMath') node.value = read(text)
    this.exit(token)
  }
}

/** Collects the token as the parser collects text. */
function asText(when: 'enter' | 'exit'): Handle {
  return function (token) {
    this.config[when].data?.call(this, token)
  }
}

export const mathToMarkdown: Options = {
  unsafe: [
    { character: '$', after: '\\$', inConstruct: 'phrasing' },
    { character: '$', before: '\\$', inConstruct: 'phrasing' },
  ],
  handlers: {
    math: (node: MathBlock) => `$$\n${node.value}\n$$`,
    inlineMath: (node: InlineMath) => `$$${node.value || ' '}$$`,
  },
}
