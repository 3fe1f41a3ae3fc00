import { element } from './elements.mjs'
import { report } from './reports.mjs'

/**
 * @typedef {object} Answer
 * @property {string} [html]
 * @property {{ title: string, href: string, trail: string[] }[]} [sources]
 * @property {string[]} [followups]
 */

const maxPrevious = 5

/**
 * Returns the id of the variant that the search form of the page belongs to.
 * @param {HTMLFormElement} form
 */
export const variantIdOf = (form) => `${new FormData(form).get('in')}`

/**
 * Creates the panel of the search dialog that shows answers. The site renders their text as HTML, like its pages.
 * @param {HTMLFormElement} form the search form of the page, with its texts and addresses
 * @param {(question: string) => void} askNext receives the question that the visitor chose
 */
export function answerPanel(form, askNext) {
  const vocabulary = form.dataset
  const text = element('div', { class: 'text', 'aria-live': 'polite' })
  const beside = element('div', { 'aria-live': 'polite' })
  // Below the text: where an answer breaks off, the status says so behind what has arrived.
  const status = element('p', { class: 'search-status', role: 'status' })
  const again = element('button', { type: 'button', class: 'button-secondary' }, vocabulary.askAgain ?? '')
  const box = element(
    'div',
    { class: 'answer', role: 'region', 'aria-label': vocabulary.answer },
    ...[text, status, beside],
  )
  box.hidden = true
  box.addEventListener('click', ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest('button')
    if (button?.dataset.question) askNext(button.dataset.question)
  })
  /** @type {AbortController | undefined} */
  let asking
  /** @type {string[]} */
  let previous = []

  function close() {
    asking?.abort()
    box.hidden = true
  }

  /**
   * Screen readers announce an answer once, when no more of it comes.
   * @param {boolean} isBusy
   */
  function setBusy(isBusy) {
    for (const part of [text, beside]) part.setAttribute('aria-busy', String(isBusy))
  }

  /** Says that no more of the answer comes, below as much of it as there is. */
  function offerAgain() {
    status.textContent = (text.hasChildNodes() ? vocabulary.askBrokeOff : vocabulary.askFailed) ?? ''
    status.after(again)
  }

  /** @param {string} question */
  async function ask(question) {
    close()
    asking = new AbortController()
    const { signal } = asking
    text.replaceChildren()
    beside.replaceChildren()
    again.remove()
    again.dataset.question = question
    setBusy(true)
    // A status is announced if it changes while it is visible.
    box.hidden = false
    status.textContent = vocabulary.asking ?? ''
    const query = new URLSearchParams({ q: question, in: variantIdOf(form) })
    for (const one of previous.slice(-maxPrevious)) query.append('before', one)
    previous.push(question)
    report({ type: 'ask_view' })
    let hasSources = false
    try {
      const { ok, body } = await fetch(addressBeside(form, `ask.events?${query}`), { signal })
      const isWhole = ok && body && (await readEvents(body, (written) => (hasSources = present(written))))
      if (!isWhole || !text.hasChildNodes()) throw new Error('the answer broke off')
      report({ type: 'ask_question', query: question, answered: hasSources })
    } catch {
      // Whether there would have been an answer is not known.
      report({ type: 'ask_question', query: question })
      if (!signal.aborted) {
        // The same question, asked again, does not continue itself.
        previous.pop()
        offerAgain()
      }
    }
    if (!signal.aborted) setBusy(false)
  }

  /**
   * Returns true if the answer names pages: the site declines to answer without any.
   * @param {Answer} written
   */
  function present({ html, sources = [], followups = [] }) {
    // A model reads before it writes: until then the status stays.
    if (!html) return false
    status.textContent = ''
    text.innerHTML = html
    const pages = sources.map(({ title, href, trail }) => {
      const above = trail.length > 0 ? [element('small', { class: 'result-trail' }, trail.join(' › '))] : []
      return element('li', {}, element('a', { href }, ...above, title))
    })
    const next = followups.map((question) =>
      element('li', {}, element('button', { type: 'button', 'data-question': question }, question)),
    )
    beside.replaceChildren(...titled(vocabulary.sources, pages), ...titled(vocabulary.askAlso, next))
    return sources.length > 0
  }

  return {
    box,
    ask,
    close,
    /** Removes the previous questions, so that the visitor can start over. */
    reset() {
      close()
      previous = []
    },
  }
}

/**
 * @param {string | undefined} title
 * @param {HTMLElement[]} items
 */
const titled = (title, items) =>
  items.length === 0
    ? []
    : [element('h3', { class: 'answer-title' }, title ?? ''), element('ul', { class: 'answer-list' }, ...items)]

/**
 * Returns an address beside the one of the site's search.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const addressBeside = (form, name) => form.action.replace(/search$/, name)

/**
 * Passes on the data of each event of a stream; returns true if the stream is complete.
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
