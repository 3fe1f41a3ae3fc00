import temml from 'temml'

/**
 * A formula, which people write in TeX, as MathML; undefined where it cannot be read. Temml (MIT) writes what browsers
 * set without fonts or scripts. Nothing in it leads anywhere, and macros end.
 */
export function formula(written: string, display: boolean): string | undefined {
  try {
    const mathml = temml.renderToString(written, { ...bounds, displayMode: display, throwOnError: true, trust: false })
    return mathml.length > longest ? undefined : withoutStyles(mathml)
  } catch {
    // What is not TeX is no error of the page's reader.
    return undefined
  }
}

/** Macros that are opened, and the greatest size in em. */
const bounds = { maxExpand: 500, maxSize: [10, 100] as [number, number] }
const longest = 200_000

/** Pages refuse styles in elements: colours have an attribute of their own, and frames and spaces are classes. */
const withoutStyles = (mathml: string): string =>
  mathml.replace(/<[a-z][^<>]*>/g, (tag) =>
    tag.replace(/ style="([^"]*)"/, (_, style: string) => {
      const color = /(?:^|;)color:\s*(#[\da-f]{3,8}|[a-z]{3,20})\s*;?/i.exec(style)?.[1]
      const isFramed = /(?:^|;)\s*border:/.test(style) && !tag.includes(' class=')
      return `${color ? ` mathcolor="${color}"` : ''}${isFramed ? ' class="math-frame"' : ''}`
    }),
  )
