import { pageText } from './words.ts'

/** The same words as `pageText`, as a page of HTML with links to other pages. */
export function pageHtml(number: number, links: readonly string[]): string {
  const [title = '', ...blocks] = blocksOf(number)
  const body = blocks.map((block) => (block.startsWith('## ') ? `<h2>${block.slice(3)}</h2>` : `<p>${block}</p>`))
  const head = `<!doctype html><html><head><meta charset="utf-8"><title>${title.slice(2)}</title></head>`
  const items = links.map((link) => `<li><a href="${link}">${link}</a></li>`)
  const around = `<nav><ul>${items.join('')}</ul></nav>`
  return `${head}<body>${around}<main><h1>${title.slice(2)}</h1>${body.join('')}<p><a href="${links[0]}">Next</a></p></main></body></html>`
}

/** The parts of a document of Word with these words. */
export function docxParts(number: number): Record<string, string> {
  const paragraphs = blocksOf(number).map((block) => {
    const level = /^#+/.exec(block)?.[0].length
    const style = level === undefined ? '' : `<w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr>`
    return `<w:p>${style}<w:r><w:t>${block.replace(/^#+ /, '')}</w:t></w:r></w:p>`
  })
  const office = 'http://schemas.openxmlformats.org'
  const types = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
  const style = (level: number) =>
    `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`
  const words = `xmlns:w="${office}/wordprocessingml/2006/main"`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const relations = (inside: string) =>
    `<Relationships xmlns="${office}/package/2006/relationships">${inside}</Relationships>`
  return {
    '[Content_Types].xml': `<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${types}.styles+xml"/></Types>`,
    '_rels/.rels': relations(relation('r1', 'officeDocument', 'word/document.xml')),
    'word/_rels/document.xml.rels': relations(relation('r2', 'styles', 'styles.xml')),
    'word/styles.xml': `<w:styles ${words}>${style(1)}${style(2)}</w:styles>`,
    'word/document.xml': `<w:document ${words}><w:body>${paragraphs.join('')}</w:body></w:document>`,
  }
}

const blocksOf = (number: number) => pageText(number).split('\n\n')
