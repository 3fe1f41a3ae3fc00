import type { Act } from './acts.ts'
import { ask, type Desk, editorOf, signedBoard } from './desk.ts'

const at = <Item>(list: Item[], index: number): Item | undefined => list[index % Math.max(1, list.length)]

/** Does a script, one act after the other, while the other editors do theirs. */
export async function edit(desk: Desk, number: number, script: Act[]): Promise<void> {
  const editor = new Editor(desk, number)
  for (const act of script) await editor.take(act)
}

class Editor {
  readonly #desk: Desk
  readonly #number: number
  /** A change request that nobody else writes to. */
  #own: string | undefined

  constructor(desk: Desk, number: number) {
    this.#desk = desk
    this.#number = number
  }

  async take({ act, request, page, into, at: index }: Act): Promise<void> {
    const desk = this.#desk
    const changeRequestId = at(desk.requests, request)
    const pageId = at(desk.pages, page)
    if (act === 'create') return void (await this.#create())
    if (act === 'own') return this.#sign()
    if (act === 'mergeOwn') return this.#mergeOwn()
    if (act === 'comment') return this.#comment('InSpace', {})
    if (act === 'deleteComment') return this.#deleteComment(request)
    if (!changeRequestId || !pageId) return
    if (act === 'commentOnRequest') return this.#comment('InChangeRequest', { changeRequestId })
    if (act === 'read') return this.#read(changeRequestId, pageId)
    if (act === 'merge') return this.#merge(changeRequestId)
    if (act === 'update') return void (await this.#ask('updateChangeRequest', { changeRequestId }))
    const status = { open: 'open', draft: 'draft', archive: 'archived' }[act as string]
    if (status) return void (await this.#ask('updateChangeRequestById', { changeRequestId }, { status }))
    await this.#write(changeRequestId, this.#change(act, pageId, into, index))
  }

  #ask(operation: string, params: Record<string, string> = {}, body?: object) {
    return ask(this.#desk, editorOf(this.#number), operation, { params, body })
  }

  #change(act: Act['act'], page: string, into: number | null, index: number): object {
    const number = this.#desk.next()
    const parent = into === null ? null : at(this.#desk.pages, into)
    const document = { markdown: `Page${number}x\n\nb\n\nc${number}` }
    if (act === 'insert')
      return { operation: 'insert_page', title: `Title${number}x`, document, into: parent, at: index }
    if (act === 'edit') return { operation: 'update_page', page, document }
    if (act === 'rename') return { operation: 'update_page', page, title: `Title${number}x`, slug: `same${index}` }
    if (act === 'move') return { operation: 'update_page', page, into: parent, at: index }
    return { operation: act === 'delete' ? 'delete_page' : 'revert_page', page }
  }

  async #write(changeRequestId: string, change: object): Promise<boolean> {
    const given = { params: { changeRequestId }, query: { compat: 'false' }, body: { changes: [change] } }
    const { status, body } = await ask(this.#desk, editorOf(this.#number), 'updateChangeRequestContent', given)
    if (status !== 200) return false
    for (const { object, page } of body.changes) {
      if (object !== 'created_page') continue
      this.#desk.pages.push(page.id)
      this.#desk.inserted.set(page.id, changeRequestId)
    }
    return true
  }

  async #create(isOwn = false): Promise<string | undefined> {
    const { status, body } = await this.#ask('createChangeRequest', {}, { subject: `By ${editorOf(this.#number)}` })
    if (status !== 201) return undefined
    this.#desk.made.requests++
    if (!isOwn) this.#desk.requests.push(body.id)
    return body.id
  }

  /**
   * Signs the editor's line of the board in a change request of their own, and leaves the rest of the board unchanged.
   */
  async #sign(): Promise<void> {
    const desk = this.#desk
    this.#own ??= await this.#create(true)
    if (!this.#own) return
    const changeRequestId = this.#own
    const { body } = await this.#ask('getPageInChangeRequestById', { changeRequestId, pageId: desk.board })
    const sign = `sign${desk.next()}x`
    const markdown = signedBoard(body.markdown, this.#number, sign)
    const change = { operation: 'update_page', page: desk.board, document: { markdown } }
    if (await this.#write(changeRequestId, change)) desk.signed.push(sign)
  }

  /** A merged change request is not tried again, except by editors who chose it before. */
  async #merge(changeRequestId: string): Promise<void> {
    const { status, body } = await this.#ask('mergeChangeRequest', { changeRequestId })
    const { requests } = this.#desk
    if (status === 200 && body.result === 'merge') requests.splice(requests.indexOf(changeRequestId), 1)
  }

  async #mergeOwn(): Promise<void> {
    if (!this.#own) return
    const { status, body } = await this.#ask('mergeChangeRequest', { changeRequestId: this.#own })
    if (status === 200 && body.result === 'merge') this.#own = undefined
    else if (status === 200) this.#desk.wrong.push(`lines of different editors conflict: ${JSON.stringify(body)}`)
  }

  async #comment(where: 'InSpace' | 'InChangeRequest', params: { changeRequestId?: string }): Promise<void> {
    const { status, body } = await this.#ask(`postComment${where}`, params, { body: { markdown: 'Is it so?' } })
    if (status >= 300) return
    this.#desk.comments.push({ id: body.id, ...params })
    this.#count(params.changeRequestId, 1)
  }

  async #deleteComment(index: number): Promise<void> {
    const comment = at(this.#desk.comments, index)
    if (!comment) return
    const { id: commentId, changeRequestId } = comment
    const where = changeRequestId === undefined ? 'InSpace' : 'InChangeRequest'
    const { status } = await this.#ask(`deleteComment${where}`, {
      commentId,
      ...(changeRequestId !== undefined && { changeRequestId }),
    })
    if (status === 205) this.#count(changeRequestId, -1)
  }

  #count(changeRequestId: string | undefined, by: number): void {
    const { made } = this.#desk
    if (changeRequestId === undefined) made.comments += by
    else made.requestComments.set(changeRequestId, (made.requestComments.get(changeRequestId) ?? 0) + by)
  }

  async #read(changeRequestId: string, pageId: string): Promise<void> {
    await this.#ask('listPages')
    await this.#ask('getCurrentRevision')
    await this.#ask('getPageById', { pageId })
    await this.#ask('getPageInChangeRequestById', { changeRequestId, pageId })
    await this.#ask('listChangeRequestsForSpace')
    const { body } = await this.#ask('getSpaceById')
    await ask(this.#desk, editorOf(this.#number), 'searchSpaceContent', { query: { query: 'title1x' } })
    if (body.changeRequestsOpen < 0) this.#desk.wrong.push('a counter is below zero')
  }
}
