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
  openIn: (name: string) => string
  /** Asks an assistant of another company to read the page. */
  readPage: (address: string) => string
  notFound: string
  notFoundHint: string
  suggestions: string
  toStart: string
  privacy: string
  copy: string
  announcement: string
  more: string
}
