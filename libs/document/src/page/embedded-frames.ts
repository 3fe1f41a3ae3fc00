/** Something of another site that can be shown in a frame. */
interface EmbeddedFrame {
  /** The provider. */
  name: string
  icon: string
  /** The address of the frame. */
  frame: string
  shape: 'video' | 'tall' | 'player'
  /** The provider's oEmbed address, without the query; it knows titles. */
  oembed?: string
}

interface Provider extends Pick<EmbeddedFrame, 'name' | 'icon' | 'shape' | 'oembed'> {
  hosts: readonly string[]
  /** Reads a path and its query; what it answers is a part of the frame's address, and is checked. */
  id(url: URL): string | undefined
  frame(id: string): string
}

const pathPart = (pattern: RegExp) => (url: URL) => pattern.exec(url.pathname)?.[1]

/** The providers whose frames visitors may load. Only identifiers go from an address into a frame's address. */
const providers: readonly Provider[] = [
  {
    ...{
      name: 'YouTube',
      icon: 'youtube',
      shape: 'video',
      hosts: ['youtube.com', 'm.youtube.com', 'youtu.be', 'youtube-nocookie.com'],
    },
    oembed: 'https://www.youtube.com/oembed',
    id: (url) => url.searchParams.get('v') ?? pathPart(/^\/(?:embed\/|shorts\/|live\/)?([\w-]{6,20})$/)(url),
    frame: (id) => `https://www.youtube-nocookie.com/embed/${id}`,
  },
  {
    ...{ name: 'Vimeo', icon: 'vimeo', shape: 'video', hosts: ['vimeo.com', 'player.vimeo.com'] },
    oembed: 'https://vimeo.com/api/oembed.json',
    id: pathPart(/^\/(?:video\/|channels\/[\w-]+\/)?(\d{5,12})$/),
    frame: (id) => `https://player.vimeo.com/video/${id}?dnt=1`,
  },
  {
    ...{ name: 'Loom', icon: 'video', shape: 'video', hosts: ['loom.com'] },
    oembed: 'https://www.loom.com/v1/oembed',
    id: pathPart(/^\/(?:share|embed)\/([\da-f]{32})$/),
    frame: (id) => `https://www.loom.com/embed/${id}`,
  },
  {
    ...{ name: 'Figma', icon: 'figma', shape: 'video', hosts: ['figma.com'] },
    id: pathPart(/^\/((?:file|design|proto|board)\/[\w-]{10,40})(?:\/[^/]*)?$/),
    frame: (id) => `https://embed.figma.com/${id}?embed-host=quire`,
  },
  {
    ...{ name: 'CodePen', icon: 'codepen', shape: 'tall', hosts: ['codepen.io'] },
    oembed: 'https://codepen.io/api/oembed',
    id: (url) => /^\/([\w-]+)\/(?:pen|embed|full|details)\/([\w-]+)\/?$/.exec(url.pathname)?.slice(1).join('/embed/'),
    frame: (id) => `https://codepen.io/${id}?default-tab=result`,
  },
  {
    ...{ name: 'CodeSandbox', icon: 'cube', shape: 'tall', hosts: ['codesandbox.io'] },
    oembed: 'https://codesandbox.io/oembed',
    id: pathPart(/^\/(?:s|embed|p\/sandbox)\/([\w-]+)$/),
    frame: (id) => `https://codesandbox.io/embed/${id}`,
  },
  {
    ...{ name: 'StackBlitz', icon: 'bolt', shape: 'tall', hosts: ['stackblitz.com'] },
    id: pathPart(/^\/edit\/([\w-]+)$/),
    frame: (id) => `https://stackblitz.com/edit/${id}?embed=1`,
  },
  {
    ...{ name: 'Spotify', icon: 'spotify', shape: 'player', hosts: ['open.spotify.com'] },
    oembed: 'https://open.spotify.com/oembed',
    id: pathPart(/^\/(?:embed\/)?((?:track|album|playlist|episode|show)\/[A-Za-z\d]{10,30})$/),
    frame: (id) => `https://open.spotify.com/embed/${id}`,
  },
]

/** Returns the frame for an address; undefined unless the address is one of a known provider's. */
export function embedded(address: string): EmbeddedFrame | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  if (!/^https?:$/.test(url.protocol)) return undefined
  const host = url.hostname.replace(/^www\./, '')
  const provider = providers.find(({ hosts }) => hosts.includes(host))
  const id = provider?.id(url)
  if (!provider || id === undefined || !/^[\w/-]{1,100}$/.test(id)) return undefined
  const { name, icon, shape, oembed } = provider
  return { name, icon, shape, frame: provider.frame(id), ...(oembed && { oembed }) }
}
