import type { CodeTheme, CodeThemeName } from '@quire/contracts'
import { type Mode, readable, textContrast } from './palette.ts'

/** The background and text of code, then the colours of its parts, in the order of `parts`. */
type CodeColours = readonly [ground: string, text: string, ...parts: readonly string[]]

const parts = ['comment', 'keyword', 'string', 'number', 'title', 'name', 'tag'] as const

/** Published palettes, reduced to the parts that the stylesheet distinguishes. */
const themes: Readonly<Record<CodeThemeName, CodeColours>> = {
  'default-light': ['#f8f8fa', '#1c1f26', '#646b77', '#7c2bd6', '#0f6b32', '#a33f00', '#1d4ed8', '#0b6580', '#b4123f'],
  'default-dark': ['#1a1c20', '#e6e8ec', '#9aa4b2', '#c9b0ff', '#93dba0', '#ffb684', '#8db7ff', '#79d6e8', '#ff9fb2'],
  'monochrome-light': greys('#f7f7f7', '#222222', '#6b6b6b'),
  'monochrome-dark': greys('#1b1b1b', '#e8e8e8', '#9c9c9c'),
  'github-light': ['#ffffff', '#24292f', '#6e7781', '#cf222e', '#0a3069', '#0550ae', '#8250df', '#953800', '#116329'],
  'github-dark': ['#0d1117', '#c9d1d9', '#8b949e', '#ff7b72', '#a5d6ff', '#79c0ff', '#d2a8ff', '#ffa657', '#7ee787'],
  'solarized-light': [
    '#fdf6e3',
    '#586e75',
    '#93a1a1',
    '#859900',
    '#2aa198',
    '#d33682',
    '#268bd2',
    '#b58900',
    '#cb4b16',
  ],
  'solarized-dark': ['#002b36', '#93a1a1', '#657b83', '#859900', '#2aa198', '#d33682', '#268bd2', '#b58900', '#cb4b16'],
  'one-light': ['#fafafa', '#383a42', '#a0a1a7', '#a626a4', '#50a14f', '#986801', '#4078f2', '#0184bc', '#e45649'],
  'one-dark-pro': ['#282c34', '#abb2bf', '#7f848e', '#c678dd', '#98c379', '#d19a66', '#61afef', '#56b6c2', '#e06c75'],
  dracula: ['#282a36', '#f8f8f2', '#6272a4', '#ff79c6', '#f1fa8c', '#bd93f9', '#50fa7b', '#8be9fd', '#ffb86c'],
  monokai: ['#272822', '#f8f8f2', '#88846f', '#f92672', '#e6db74', '#ae81ff', '#a6e22e', '#66d9ef', '#fd971f'],
  nord: ['#2e3440', '#d8dee9', '#7b88a1', '#81a1c1', '#a3be8c', '#b48ead', '#88c0d0', '#8fbcbb', '#ebcb8b'],
}

/** The custom properties of code in both themes of a site, and the rules that apply them. */
interface CodeStyles {
  light: Record<string, string>
  dark: Record<string, string>
  rules: string
}

const none: CodeStyles = { light: {}, dark: {}, rules: '' }

/**
 * Returns the styles of the code themes that a site chose; nothing for the default, whose colours the stylesheet has.
 * Each colour is made readable on the background of its theme.
 */
export function codeStyles(chosen: Record<'default' | 'openapi', CodeTheme>): CodeStyles {
  const { default: text, openapi: api } = chosen
  if (isDefault(text) && isDefault(api)) return none
  const of = (mode: Mode) => ({ ...coloursOf(text[mode], 'code'), ...coloursOf(api[mode], 'api-code') })
  const named = ['ground', 'ink', ...parts]
  const inReferences = named.map((name) => `--code-${name}:var(--api-code-${name})`).join(';')
  return {
    light: of('light'),
    dark: of('dark'),
    // The blocks of a reference take the properties of code from their own theme.
    rules: [
      `.text .api{${inReferences}}`,
      '.text .code{background:var(--code-ground);color:var(--code-ink)}',
      '.text .code>figcaption,.text .code.numbered .line::before{color:var(--code-comment)}',
      '.text .code .marked{background:none}',
    ].join(''),
  }
}

const isDefault = ({ light, dark }: CodeTheme) => light === 'default-light' && dark === 'default-dark'

function coloursOf(name: CodeThemeName, prefix: string): Record<string, string> {
  const [ground, text, ...colours] = themes[name]
  const pairs = parts.map((part, at) => [`${prefix}-${part}`, readable(colours[at] ?? text, [ground], textContrast)])
  return { [`${prefix}-ground`]: ground, [`${prefix}-ink`]: text, ...Object.fromEntries(pairs) }
}

/** Returns a theme in which comments alone differ from the rest. */
function greys(ground: string, text: string, comment: string): CodeColours {
  return [ground, text, comment, ...parts.slice(1).map(() => text)]
}
