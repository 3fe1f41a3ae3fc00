import { element } from './elements.mjs'

/**
 * @typedef {object} Answer
 * @property {string} [html]
 * @property {{ title: string, href: string, trail: string[] }[]} [sources]
 * @property {string[]} [followups]
 */

const mostBefore = 5

/**
 * What the search of a page is in, as its form says it.
 * @param {HTMLFormElement} form
 */
export const spaceOf = (form) => `${new FormData(form).get('in')}`

/**
 * Where the search dialog shows answers. Their text comes as HTML that the site rendered, as it renders its pages.
 * @param {HTMLFormElement} form the search of the page, which knows words and addresses
 * @param {(question: string) => void} askNext is told the question that the reader chose
 */
export function answerPanel(form, askNext) {
  const words = form.dataset
  const text = element('div', { class: 'text' })
  const beside = element('div')
  const status = element('p', { class: 'search-status', role: 'status' })
  const answer = element('div', { 'aria-live': 'polite' }, text, beside)
  const box = element('div', { class: 'answer', role: 'region', 'aria-label': words.answer }, status, answer)
  box.hidden = true
  box.addEventListener('click', ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest('button')
    if (button?.dataset.question) askNext(button.dataset.question)
  })
  /** @type {AbortController | undefined} */
  let asking
  /** @type {string[]} */
  let before = []

  function close() {
    asking?.abort()
    box.hidden = true
  }

  /** @param {string} question */
  async function ask(question) {
    close()
    asking = new AbortController()
    const { signal } = asking
    text.replaceChildren()
    beside.replaceChildren()
    status.textContent = words.asking ?? ''
    box.hidden = false
    // Screen readers are told the answer once, when it is whole.
    answer.setAttribute('aria-busy', 'true')
    const query = new URLSearchParams({ q: question, in: spaceOf(form) })
    for (const one of before.slice(-mostBefore)) query.append('before', one)
    before.push(question)
    try {
      const { ok, body } = await fetch(addressBeside(form, `ask.events?${query}`), { signal })
      const isWhole = ok && body && (await readEvents(body, show))
      if (!isWhole) throw new Error('the answer broke off')
      status.textContent = ''
    } catch {
      if (!signal.aborted) status.textContent = words.askFailed ?? ''
    }
    if (!signal.aborted) answer.setAttribute('aria-busy', 'false')
  }

  /** @param {Answer} written */
  function show({ html, sources = [], followups = [] }) {
    if (html === undefined) return
    status.textContent = ''
    text.innerHTML = html
    const pages = sources.map(({ title, href, trail }) => {
      const above = trail.length > 0 ? [element('small', {}, trail.join(' › '))] : []
      return element('li', {}, element('a', { href }, ...above, title))
    })
    const next = followups.map((question) =>
      element('li', {}, element('button', { type: 'button', 'data-question': question }, question)),
    )
    beside.replaceChildren(...titled(words.sources, pages), ...titled(words.askAlso, next))
  }

  return {
    box,
    ask,
    close,
    /** Forgets what was asked before: the reader begins anew. */
    forget() {
      close()
      before = []
    },
  }
}

/**
 * @param {string | undefined} title
 * @param {HTMLElement[]} items
 */
const titled = (title, items) =>
  items.length === 0 ? [] : [element('h3', {}, title ?? ''), element('ul', { class: 'answer-list' }, ...items)]

/**
 * An address beside that of the site's search.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const addressBeside = (form, name) => form.action.replace(/search$/, name)

/**
 * Hands over the data of each event of a stream; answers whether the stream came to its end.
 * @param {ReadableStream<BufferSource>} body
 * @param {(answer: Answer) => void} take
 */
async function readEvents(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return false
    const events = (text + value).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      if (event.startsWith('event: ')) return event.startsWith('event: done')
      if (event.startsWith('data: ')) take(JSON.parse(event.slice(6)))
    }
  }
}
