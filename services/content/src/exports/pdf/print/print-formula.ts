import katex from 'katex'
import { readMathml } from './mathml.ts'
import { printable } from './printable-text.ts'
import type { MathNode } from './printed.ts'

/** The bound of one formula; a longer one is printed as it is written. */
const maxLength = 5000

/** A formula, which people write in TeX; as it is written where that cannot be read. */
export function formulaOf(formula: string, display: boolean): MathNode {
  const source: MathNode = { m: 'source', text: printable(formula) }
  if (formula.length > maxLength) return source
  try {
    const mathml = katex.renderToString(formula, {
      ...{ output: 'mathml', displayMode: display, throwOnError: true, strict: 'ignore' },
      // Nothing of it may lead anywhere, and macros end.
      ...{ trust: false, maxExpand: 500, maxSize: 20 },
    })
    return readMathml(mathml) ?? source
  } catch {
    // Text that is not TeX is no error of the page's reader.
    return source
  }
}
