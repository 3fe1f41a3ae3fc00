/** What the frame of a site says in one language. */
export interface Words {
  /** Of the attribute `lang`. */
  language: string
  skip: string
  menu: string
  close: string
  search: string
  searchHint: string
  searchNothing: (query: string) => string
  searchShort: string
  searchFailed: string
  results: (count: number) => string
  resultsFor: (query: string) => string
  /** To put a question to the site. */
  ask: string
  askFor: (query: string) => string
  asking: string
  answer: string
  askFailed: string
  sources: string
  /** Above questions that the site answers. */
  askAlso: string
  pages: string
  sections: string
  variants: string
  onThisPage: string
  breadcrumbs: string
  previous: string
  next: string
  updated: (date: string) => string
  theme: string
  themeLight: string
  themeDark: string
  themeSystem: string
  pageActions: string
  copyPage: string
  copied: string
  viewMarkdown: string
  /** Copies the address at which programs that answer questions read the site. */
  copyTools: string
  openIn: (name: string) => string
  /** Asks an assistant of another company to read the page. */
  readPage: (address: string) => string
  notFound: string
  notFoundHint: string
  suggestions: string
  toStart: string
  privacy: string
  /** Begins a note that goes on with `previewOf`, and with `previewAs` before what is known of a visitor. */
  preview: string
  previewOf: (title: string) => string
  previewAs: string
  copy: string
  announcement: string
  more: string
}
