/** The texts of a site's frame in one language. */
export interface Vocabulary {
  /** The value of the attribute `lang`. */
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
  /** The label of the button that asks the site a question. */
  ask: string
  askFor: (query: string) => string
  /** Stands where the answer will, until it begins. */
  asking: string
  answer: string
  /** Says what to do when no answer has begun. */
  askFailed: string
  /** Stands below the part of an answer that arrived, before the button `askAgain`. */
  askBrokeOff: string
  askAgain: string
  sources: string
  /** The heading above proposed questions. */
  askAlso: string
  pages: string
  /** Links of a navigation to pages that are missing in it: below a page, and before and after others. */
  pagesBelow: string
  pagesBefore: string
  pagesAfter: string
  sections: string
  variants: string
  onThisPage: string
  breadcrumbs: string
  previous: string
  next: string
  /** `author` is undefined if who made the change is not shown. */
  updated: (date: string, author: string | undefined) => string
  /** `server` is the name of a well-known Git server. */
  edit: (server: string | undefined) => string
  suggest: string
  theme: string
  themeLight: string
  themeDark: string
  themeSystem: string
  pageActions: string
  copyPage: string
  copied: string
  viewMarkdown: string
  /** The action that copies the address of the site's MCP server. */
  copyTools: string
  printPage: string
  openIn: (name: string) => string
  /** The prompt that asks an assistant of another company to read the page. */
  readPage: (address: string) => string
  notFound: string
  notFoundHint: string
  suggestions: string
  toStart: string
  privacy: string
  /** The beginning of a note that continues with `previewOf`, and with `previewAs` before the claims of a visitor. */
  preview: string
  previewOf: (title: string) => string
  previewAs: string
  copy: string
  announcement: string
  more: string
  /** The name of the form that asks whether a page was helpful. */
  feedback: string
  feedbackQuestion: string
  feedbackGood: string
  feedbackOk: string
  feedbackBad: string
  feedbackComment: string
  feedbackSend: string
  feedbackThanks: string
  feedbackFailed: string
}
