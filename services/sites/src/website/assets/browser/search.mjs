import { answerPanel, variantIdOf } from './ask.mjs'
import { all, element } from './elements.mjs'
import { proposedQuestions, questionOption } from './questions.mjs'
import { optionsOf } from './results.mjs'
import { searchReports } from './search-reports.mjs'

const waitMs = 150

/**
 * Starts the search dialog, which shows results while the visitor types and works by keyboard too. The search form of
 * the page opens it.
 */
export function startSearch() {
  /** @type {HTMLFormElement | null} */
  const form = document.querySelector('form.search')
  /** @type {HTMLInputElement | null | undefined} */
  const field = form?.querySelector('input[name=q]')
  if (!form || !field) return
  const dialog = searchDialog(form, field)
  document.body.append(dialog.box)
  const open = () => dialog.open(field.value)
  field.addEventListener('mousedown', (event) => {
    event.preventDefault()
    open()
  })
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key.length === 1) open()
  })
  for (const button of all('[data-action=search]')) {
    button.hidden = false
    button.addEventListener('click', () => dialog.open(button.dataset.query ?? ''))
  }
  // Without an assistant nothing would answer, so these buttons stay hidden.
  for (const button of form.dataset.ask ? all('[data-action=ask]') : []) {
    button.hidden = false
    button.addEventListener('click', () => dialog.ask(button.dataset.query?.trim() ?? ''))
  }
  document.addEventListener('keydown', (event) => {
    const isTyping = /** @type {HTMLElement} */ (event.target).matches?.('input, textarea, select, [contenteditable]')
    const isSlash = event.key === '/' && !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
    const isControlK = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (!isSlash && !isControlK) return
    event.preventDefault()
    open()
  })
}

/**
 * @param {HTMLFormElement} form
 * @param {HTMLInputElement} field
 */
function searchDialog(form, field) {
  const vocabulary = form.dataset
  const input = element('input', {
    ...{
      type: 'text',
      role: 'combobox',
      'aria-expanded': 'false',
      'aria-controls': 'q-search-results',
      maxlength: '200',
    },
    ...{ 'aria-autocomplete': 'list', 'aria-label': field.placeholder, placeholder: field.placeholder },
    ...{ autocomplete: 'off', spellcheck: 'false', enterkeyhint: 'go' },
  })
  const list = element('div', { id: 'q-search-results', role: 'listbox', 'aria-label': field.placeholder })
  const status = element('p', { class: 'search-status', role: 'status' })
  const closer = element('button', { type: 'button', class: 'search-close', title: vocabulary.close }, 'Esc')
  const panel = vocabulary.ask ? answerPanel(form, answer) : undefined
  const box = element(
    'dialog',
    { class: 'search-dialog', 'aria-label': field.placeholder },
    element('div', { class: 'search-input' }, form.querySelector('svg')?.cloneNode(true) ?? '', input, closer),
    list,
    ...(panel ? [panel.box] : []),
    status,
  )
  /** @type {HTMLElement[]} */
  let options = []
  let chosen = -1
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @type {AbortController | undefined} */
  let asking

  const searches = searchReports()
  const questions = proposedQuestions(form)
  let isProposing = false

  /** @param {number} at */
  function choose(at) {
    options[chosen]?.setAttribute('aria-selected', 'false')
    chosen = at
    const option = options[chosen]
    option?.setAttribute('aria-selected', 'true')
    option?.scrollIntoView({ block: 'nearest' })
    if (option) input.setAttribute('aria-activedescendant', option.id)
    else input.removeAttribute('aria-activedescendant')
  }

  /**
   * @param {readonly import('./results.mjs').Result[]} results
   * @param {string} query
   */
  function show(results, query) {
    const asked = panel
      ? [
          questionOption(
            form,
            query,
            (vocabulary.ask ?? '').replace('{}', () => query),
          ),
        ]
      : []
    present([...asked, ...results.flatMap((result) => optionsOf(result, query))])
    status.textContent = results.length === 0 ? (vocabulary.nothing ?? '').replace('{}', () => query) : ''
    // Enter opens the best page, or the answer if there is none.
    choose(Math.min(options.length - 1, asked.length))
  }

  /** @param {HTMLElement[]} listed */
  function present(listed) {
    isProposing = false
    options = listed
    options.forEach((option, at) => {
      option.id = `q-search-result-${at}`
      option.addEventListener('mousemove', () => choose(at))
    })
    list.replaceChildren(...options)
    input.setAttribute('aria-expanded', String(options.length > 0))
    choose(-1)
  }

  /** Shows the questions that the site proposes, while nothing is typed. */
  async function showQuestions() {
    status.textContent = vocabulary.short ?? ''
    present([])
    if (!panel) return
    const proposed = await questions()
    if (input.value.trim() !== '' || !panel.box.hidden) return
    present(proposed.map((question) => questionOption(form, question, question)))
    isProposing = true
  }

  /** @param {string} question */
  function answer(question) {
    clearTimeout(timer)
    asking?.abort()
    input.value = question
    present([])
    status.textContent = ''
    void panel?.ask(question)
    input.focus()
  }

  async function ask() {
    asking?.abort()
    asking = new AbortController()
    const query = input.value.trim()
    if (query === '') return showQuestions()
    const address = `${form.action}.json?${new URLSearchParams({ q: query, in: variantIdOf(form) })}`
    try {
      const answer = await fetch(address, { signal: asking.signal })
      if (!answer.ok) throw new Error(`${answer.status}`)
      const { results } = await answer.json()
      show(results, query)
      searches.found(query, results.length)
    } catch (error) {
      if (/** @type {Error} */ (error).name !== 'AbortError') status.textContent = vocabulary.failed ?? ''
    }
  }

  input.addEventListener('input', () => {
    panel?.close()
    if (isProposing) present([])
    searches.typing()
    clearTimeout(timer)
    timer = setTimeout(ask, waitMs)
  })
  input.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && options.length > 0) {
      event.preventDefault()
      choose((chosen + step + options.length) % options.length)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      const question = input.value.trim()
      if (panel && question && (event.ctrlKey || event.metaKey)) answer(question)
      else options[chosen]?.click()
    }
  })
  box.addEventListener('click', (event) => {
    const link = /** @type {HTMLElement} */ (event.target).closest('a')
    if (!link) return
    const { question } = link.dataset
    if (question === undefined) {
      searches.opened(input.value.trim(), link)
      return box.close()
    }
    // A modified click opens the answer as a page in another tab.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    answer(question)
  })
  box.addEventListener('close', () => {
    searches.settle()
    panel?.reset()
  })
  closer.addEventListener('click', () => box.close())
  box.addEventListener('click', ({ target }) => {
    if (target === box) box.close()
  })
  /** @param {string} text */
  function showBox(text) {
    searches.begin()
    box.showModal()
    input.value = text
    input.focus()
    input.select()
  }

  return {
    box,
    /** @param {string} text */
    open(text) {
      if (box.open) return
      showBox(text)
      void ask()
    },
    /**
     * Opens the dialog with the answer to a question; an empty question shows those that the site proposes.
     * @param {string} question
     */
    ask(question) {
      if (question === '') return this.open('')
      if (box.open) return
      showBox(question)
      answer(question)
    },
  }
}
