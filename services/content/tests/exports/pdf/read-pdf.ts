import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The content of a PDF, as read by an independent library. */
interface ReadPdf {
  pages: number
  /** The words of each page, with single blanks. */
  texts: string[]
  text: string
  /** Titles of the outline, indented by two blanks a level. */
  outline: string[]
  /** The pages that the outline's entries lead to, from 1. */
  outlinePages: number[]
  /** The addresses of links, and of those inside the document the pages they lead to, from 1. */
  links: (string | number)[]
  title: unknown
}

export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, isEvalSupported: false } as never)
  const pdf = await task.promise
  try {
    const texts: string[] = []
    const links: (string | number)[] = []
    for (let number = 1; number <= pdf.numPages; number += 1) {
      const page = await pdf.getPage(number)
      const { items } = await page.getTextContent()
      texts.push(spaced(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('')))
      for (const { url, dest } of await page.getAnnotations())
        if (url ?? dest) links.push(url ?? (await pageOf(pdf, dest)))
    }
    const entries = await outlineOf(pdf)
    const { info } = (await pdf.getMetadata()) as { info: { Title?: string } }
    return {
      ...{ pages: pdf.numPages, texts, text: texts.join(' '), links, title: info.Title },
      outline: entries.map(({ title, depth }) => '  '.repeat(depth) + title),
      outlinePages: entries.map(({ page }) => page),
    }
  } finally {
    await task.destroy()
  }
}

const spaced = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

async function pageOf(pdf: PDFDocumentProxy, dest: unknown): Promise<number> {
  const [ref] = (typeof dest === 'string' ? await pdf.getDestination(dest) : (dest as unknown[])) ?? []
  return (await pdf.getPageIndex(ref as never)) + 1
}

async function outlineOf(pdf: PDFDocumentProxy) {
  const found: { title: string; depth: number; page: number }[] = []
  const walk = async (items: Awaited<ReturnType<PDFDocumentProxy['getOutline']>>, depth: number): Promise<void> => {
    for (const { title, dest, items: below } of items ?? []) {
      found.push({ title, depth, page: await pageOf(pdf, dest) })
      await walk(below, depth + 1)
    }
  }
  await walk(await pdf.getOutline(), 0)
  return found
}
