// The input of the template (template.typ): plain data, so that no text of a page is ever read as its language.

/** Bold, italic, struck, raised, lowered, a key, code. */
export type Style = 'b' | 'i' | 's' | 'sup' | 'sub' | 'key' | 'code'

export type Inline =
  | { k: 'text'; text: string; styles?: Style[]; color?: string; fill?: string }
  /** The line ends. */
  | { k: 'break' }
  /** The line may end. */
  | { k: 'cut' }
  | { k: 'link'; to: LinkTarget; body: Inline[] }
  | { k: 'button'; to?: LinkTarget; body: Inline[] }
  | { k: 'note'; body: Block[] }
  | { k: 'picture'; file: string; alt: string; width?: number; inLine: boolean }
  | { k: 'math'; formula: MathNode }

/** An address, or a place in this print. */
export type LinkTarget = { url: string } | { place: string }

/** A paragraph's direction, where it is not left to right. */
type Directed = { lang?: 'ar' | 'he' }

export type Block =
  | ({ k: 'paragraph'; body: Inline[]; align?: 'center' | 'end' } & Directed)
  | ({ k: 'heading'; level: number; body: Inline[]; place?: string } & Directed)
  | ({ k: 'list'; ordered: boolean; start: number; items: Block[][] } & Directed)
  | ({ k: 'tasks'; items: { done: boolean; body: Block[] }[] } & Directed)
  | { k: 'code'; text: string; lang?: string; title?: string; numbers: boolean }
  /** Code with words that are too long for a line: each line in the parts that may stand on lines of their own. */
  | { k: 'long-code'; lines: string[][]; title?: string }
  | { k: 'quote'; body: Block[] }
  | { k: 'hint'; style: string; body: Block[] }
  /** Something with a title: an expandable, a tab, an update, a record of a wide table. */
  | { k: 'titled'; as: 'expandable' | 'tab' | 'record'; title: Inline[]; body: Block[] }
  | { k: 'steps'; steps: Block[][] }
  | { k: 'columns'; widths: number[]; columns: Block[][] }
  | { k: 'table'; widths: number[]; aligns: string[]; head?: Inline[][]; rows: Block[][][]; small: boolean }
  | { k: 'cards'; cards: Block[][] }
  | { k: 'picture'; align: string; file: string; alt: string; width?: number; caption: Inline[] }
  /** A line of its own that leads somewhere: a file, an embedded page, a page of the space. */
  | { k: 'reference'; label: string; body: Inline[] }
  | Diagram
  | { k: 'math'; formula: MathNode }
  | { k: 'rule' }

/** A diagram, in whose place the template gets a picture, or the source. */
export interface Diagram {
  k: 'diagram'
  text: string
  title?: string
  source: Block
}

/** A formula: what MathML says of it, as the template's functions take it. */
export type MathNode =
  | { m: 'row'; of: MathNode[] }
  /** Between two signs that grow with it; an empty one is none. */
  | { m: 'fenced'; open: string; close: string; of: MathNode[] }
  | { m: 'letters'; text: string; look: 'plain' | 'upright' | 'bold' | 'double-struck' | 'script' | 'fraktur' }
  | { m: 'words'; text: string }
  | { m: 'function'; text: string }
  | { m: 'sign'; text: string }
  | { m: 'over'; of: [MathNode, MathNode]; line: boolean }
  | { m: 'root'; of: MathNode; index?: MathNode }
  | { m: 'attach'; base: MathNode; top?: MathNode; bottom?: MathNode; limits: boolean }
  | { m: 'accent'; base: MathNode; sign: string }
  | { m: 'table'; rows: MathNode[][]; align: string }
  | { m: 'space'; em: number }
  /** A formula that could not be read, as it was written. */
  | { m: 'source'; text: string }

export interface PrintedPage {
  id: string
  /** From 1. */
  level: number
  title: string
  place: string
  description?: string
  lang?: 'ar' | 'he'
  body: Block[]
}

export interface Printed {
  /** Links lead to addresses only: the places of other pages are missing. */
  alone?: true
  title: string
  subtitle: string
  date: string
  lang?: 'ar' | 'he'
  /** Runs of pages that each begin on a new sheet: a page, with the groups that begin with it. */
  sheets: PrintedPage[][]
}
