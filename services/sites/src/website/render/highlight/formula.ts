import temml from 'temml'

/**
 * Converts a TeX formula to MathML; undefined if it cannot be parsed. Temml (MIT) writes what browsers render without
 * fonts or scripts. Links are disabled, and macro expansion is bounded.
 */
export function formula(written: string, display: boolean): string | undefined {
  try {
    const mathml = temml.renderToString(written, { ...bounds, displayMode: display, throwOnError: true, trust: false })
    return mathml.length > longest ? undefined : withoutStyles(mathml)
  } catch {
    // Invalid TeX is not an error of the visitor's request.
    return undefined
  }
}

/** Bounds of macro expansion and of sizes in em. */
const bounds = { maxExpand: 500, maxSize: [10, 100] as [number, number] }
const longest = 200_000

/**
 * Removes inline styles, which the policy of pages forbids: colours have an attribute of their own, and frames a class.
 */
const withoutStyles = (mathml: string): string =>
  mathml.replace(/<[a-z][^<>]*>/g, (tag) =>
    tag.replace(/ style="([^"]*)"/, (_, style: string) => {
      const color = /(?:^|;)color:\s*(#[\da-f]{3,8}|[a-z]{3,20})\s*;?/i.exec(style)?.[1]
      const isFramed = /(?:^|;)\s*border:/.test(style) && !tag.includes(' class=')
      return `${color ? ` mathcolor="${color}"` : ''}${isFramed ? ' class="math-frame"' : ''}`
    }),
  )
