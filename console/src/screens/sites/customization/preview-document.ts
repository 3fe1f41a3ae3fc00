import { styleNonce } from '../../../page.ts'

/** Returns the document for the frame: without scripts, with styles that the console's policy allows. */
export function documentOf(html: string, theme: 'light' | 'dark'): string {
  // The first style sheet in the text is that of the frame of pages: what authors wrote is escaped, and comes later.
  const allowed = html.replace('<style>', `<style nonce="${styleNonce}">`)
  const parsed = new DOMParser().parseFromString(allowed, 'text/html')
  for (const script of parsed.querySelectorAll('script')) script.remove()
  const base = parsed.documentElement.dataset.site ?? ''
  // A link would lead the frame to a page that no frame may show; those to other pages of the site show them here.
  for (const link of parsed.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? ''
    if (href === base || href.startsWith(`${base}/`))
      link.setAttribute('data-path', (href.slice(base.length).split(/[?#]/, 1)[0] ?? '').replace(/^\//, ''))
    if (!href.startsWith('#')) link.removeAttribute('href')
  }
  parsed.documentElement.dataset.theme = theme
  return `<!doctype html>${parsed.documentElement.outerHTML}`
}
