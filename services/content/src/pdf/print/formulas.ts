import katex from 'katex'
import { readMathml } from './mathml.ts'
import type { MathNode } from './printed.ts'
import { printable } from './scripts.ts'

/** What one formula may say; a longer one is printed as it is written. */
const longest = 5000

/** A formula, which people write in TeX; as it is written where that cannot be read. */
export function formulaOf(formula: string, display: boolean): MathNode {
  const source: MathNode = { m: 'source', text: printable(formula) }
  if (formula.length > longest) return source
  try {
    const mathml = katex.renderToString(formula, {
      ...{ output: 'mathml', displayMode: display, throwOnError: true, strict: 'ignore' },
      // Nothing of it may lead anywhere, and macros end.
      ...{ trust: false, maxExpand: 500, maxSize: 20 },
    })
    return readMathml(mathml) ?? source
  } catch {
    // What is not TeX is no error of the page's reader.
    return source
  }
}
