import { type DefaultTreeAdapterTypes, parse } from 'parse5'

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document
type Element = DefaultTreeAdapterTypes.Element

/** Figures of a published site, as a visitor's browser would meet it. */
export interface SiteFigures {
  /** Addresses of pages in the sitemap. */
  pages: string[]
  /** Pages that are not answered with 200, each with its status. */
  failed: string[]
  /** Tags of blocks or of HTML among the words of pages, each with its page. */
  rawTags: string[]
  /** Links within the site. */
  links: number
  /** Links within the site that lead nowhere, each with the page that has it. */
  deadLinks: string[]
  pictures: number
  /** Pictures of the site that are not answered with 200, each with its page. */
  missingPictures: string[]
}

interface Crawl {
  /** Requests a path of the installation as a visitor does, and follows redirects. */
  fetch(path: string): Promise<{ status: number; text(): Promise<string> }>
  /** The path of the site, such as `/sites/handbook`. */
  site: string
  /** The public address of the installation. */
  publicUrl: string
}

/** Requests at once, as many as a browser makes. */
const atOnce = 6

/** What no reader should see outside of code. */
const rawTag = /\{%|%\}|<\/?(?:table|thead|tbody|tr|td|th|div|figure|details|summary|a|img|p)\b|\[object \w+\]/i

/** Reads every page in the sitemap of a site, and follows every link and picture of each within the site. */
export async function crawlSite({ fetch, site, publicUrl }: Crawl): Promise<SiteFigures> {
  const local = (address: string, from: string): string | undefined => {
    const url = URL.parse(address, `${publicUrl}${from}`)
    if (!url || url.origin !== new URL(publicUrl).origin) return undefined
    return url.pathname === site || url.pathname.startsWith(`${site}/`) ? url.pathname + url.search : undefined
  }
  const statuses = new Map<string, Promise<number>>()
  const statusOf = (path: string) => {
    const known = statuses.get(path) ?? fetch(path).then(({ status }) => status)
    statuses.set(path, known)
    return known
  }
  const figures: SiteFigures = {
    ...{ pages: await pagesOf({ fetch, site, publicUrl }), failed: [], rawTags: [] },
    ...{ links: 0, deadLinks: [], pictures: 0, missingPictures: [] },
  }
  await inTurn(figures.pages, async (page) => {
    const answer = await fetch(page)
    const html = await answer.text()
    if (answer.status !== 200) figures.failed.push(`${page}: ${answer.status}`)
    const article = elementsIn(parse(html)).find(({ tagName }) => tagName === 'article')
    if (!article) {
      figures.failed.push(`${page}: no article`)
      return
    }
    figures.rawTags.push(
      ...wordsIn(article)
        .filter((words) => rawTag.test(words))
        .map((words) => `${page}: ${words.trim().slice(0, 100)}`),
    )
    for (const element of elementsIn(article)) {
      const [name, into] =
        element.tagName === 'img' ? (['src', figures.missingPictures] as const) : (['href', figures.deadLinks] as const)
      if (!['a', 'img'].includes(element.tagName)) continue
      const path = local(element.attrs.find((one) => one.name === name)?.value ?? '', page)
      if (path === undefined) continue
      if (name === 'src') figures.pictures += 1
      else figures.links += 1
      if ((await statusOf(path)) !== 200) into.push(`${page}: ${path}`)
    }
  })
  return figures
}

/** The paths of all pages that a site lists for search engines. */
async function pagesOf({ fetch, site, publicUrl }: Crawl): Promise<string[]> {
  const addresses = async (path: string) =>
    [...(await (await fetch(path)).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, one = '']) =>
      one.replace(publicUrl, '').replaceAll('&amp;', '&'),
    )
  const listed = await addresses(`${site}/sitemap.xml`)
  const maps = listed.filter((one) => one.endsWith('.xml'))
  return maps.length > 0 ? (await Promise.all(maps.map(addresses))).flat() : listed
}

async function inTurn<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = items.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of left) await work(item)
    }),
  )
}

const elementsIn = (node: Node): Element[] =>
  'childNodes' in node ? [...('tagName' in node ? [node] : []), ...node.childNodes.flatMap(elementsIn)] : []

/** The texts in an element without those of code, formulas and scripts. */
function wordsIn(node: Node): string[] {
  if ('tagName' in node && ['code', 'pre', 'script', 'style', 'math', 'svg'].includes(node.tagName)) return []
  if ('value' in node) return [node.value]
  return 'childNodes' in node ? node.childNodes.flatMap(wordsIn) : []
}
