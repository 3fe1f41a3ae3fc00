import type { Token, Tokens } from 'marked'
import { type ReactNode, useMemo } from 'react'
import styles from './markdown.module.css'
import { readMarkdown } from './read-markdown.ts'

/**
 * A text that somebody wrote in markdown. Each kind of markdown becomes an element of ours, and everything else, such as
 * HTML, stays the text that it is; so nothing that somebody writes can run.
 */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => readMarkdown(text), [text])
  return <div className={styles.text}>{tokens ? blocks(tokens) : <pre>{text}</pre>}</div>
}

const blocks = (tokens: readonly Token[] | undefined): ReactNode => tokens?.map((token, index) => block(token, index))

function block(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'space':
    case 'hr':
      return null
    case 'heading':
      return (
        <p key={key}>
          <strong>{words(token.tokens)}</strong>
        </p>
      )
    case 'code':
      return (
        <pre key={key}>
          <code>{token.text}</code>
        </pre>
      )
    case 'blockquote':
      return <blockquote key={key}>{blocks(token.tokens)}</blockquote>
    case 'list':
      return list(token as Tokens.List, key)
    case 'paragraph':
      return <p key={key}>{words(token.tokens)}</p>
    case 'text':
      return <span key={key}>{words((token as Tokens.Text).tokens) ?? token.raw}</span>
    default:
      return <p key={key}>{token.raw}</p>
  }
}

function list({ ordered, items }: Tokens.List, key: number): ReactNode {
  const entries = items.map((item, index) => <li key={`${key}-${index}`}>{blocks(item.tokens)}</li>)
  return ordered ? <ol key={key}>{entries}</ol> : <ul key={key}>{entries}</ul>
}

const words = (tokens: readonly Token[] | undefined): ReactNode => tokens?.map((token, index) => word(token, index))

function word(token: Token, key: number): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong key={key}>{words(token.tokens)}</strong>
    case 'em':
      return <em key={key}>{words(token.tokens)}</em>
    case 'del':
      return <del key={key}>{words(token.tokens)}</del>
    case 'codespan':
      return <code key={key}>{token.text}</code>
    case 'br':
      return <br key={key} />
    case 'link':
      return link(token as Tokens.Link, key)
    case 'escape':
      return token.text
    case 'text':
      return (token as Tokens.Text).text
    default:
      return token.raw
  }
}

/** Addresses of the web and of mail lead somewhere; others, such as those of scripts, stay text. */
function link({ href, tokens }: Tokens.Link, key: number): ReactNode {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href)) return <span key={key}>{words(tokens)}</span>
  return (
    <a key={key} href={href} target="_blank" rel="noopener noreferrer">
      {words(tokens)}
    </a>
  )
}
