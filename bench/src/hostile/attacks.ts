/** An attack, as its thread receives it. */
export interface Attack {
  name: string
  connections: number
  /** Paths at the gateway, one for each request in turn; `#` becomes a number that no other request has. */
  paths: string[]
  /** Each request comes with other claims that the visitor says of themselves. */
  changesClaims?: boolean
  /** Readers take the beginning of the answer and no more. */
  stalls?: boolean
  token?: string
}

/** The targets of the attacks: sites and a space of another organization than the bystander's. */
interface Targets {
  /** The path of a site whose 3,000 pages have costly conditions. */
  conditional: string
  /** The path of a site whose pages have texts for some. */
  texts: string
  /** The path of a site of many pages, and its space. */
  large: string
  space: string
  token: string
}

/** Returns the attacks; each is what one person, or an anonymous visitor at one address, may send. */
export const attacksOn = ({ conditional, texts, large, space, token }: Targets): Attack[] => [
  { name: 'conditions of 3,000 pages', connections: 16, paths: [conditional], changesClaims: true },
  {
    name: 'search under these conditions',
    connections: 8,
    paths: [`${conditional}/-/search.json?q=page+#`],
    changesClaims: true,
  },
  {
    name: 'texts for some, with changing claims',
    connections: 20,
    paths: Array.from({ length: 40 }, (_, at) => `${texts}/page-${at + 1}.md`),
    changesClaims: true,
  },
  {
    name: 'llms-full.txt, missing and cold pages',
    connections: 60,
    paths: [
      `${large}/llms-full.txt?#`,
      `${large}/nowhere/#`,
      ...Array.from({ length: 90 }, (_, at) => `${large}/page-${at + 1}?#`),
    ],
  },
  { name: 'readers of llms-full.txt who stall', connections: 100, paths: [`${large}/llms-full.txt`], stalls: true },
  {
    name: 'readers of a space who stall',
    connections: 100,
    paths: [`/v1/spaces/${space}/content`],
    stalls: true,
    token,
  },
  { name: 'reads of a whole space', connections: 40, paths: [`/v1/spaces/${space}/content`], token },
]
