/** The beginnings of the names under which this device stores what somebody types, until it is saved. */
const prefixes = ['quire-page/', 'quire-draft/', 'quire-form/']
/** The name under which the store has the id of the person whose drafts it holds. */
const owner = 'quire-person'

type Drafts = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

/**
 * Forgets the drafts of whoever was signed in before in this browser, unless it is the same person: the next one would read
 * them, and save them in their own name. Call it before a screen is shown.
 */
export function keepDraftsOf(personId: string, store: Drafts): void {
  const before = store.getItem(owner)
  if (before === personId) return
  const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
  const ofOthers = before === null ? [] : names.filter((name) => prefixes.some((one) => name.startsWith(one)))
  for (const name of ofOthers) store.removeItem(name)
  store.setItem(owner, personId)
}

/**
 * Calls `onOther` once somebody else than the person of this tab has signed in in another tab: what is done here from then on
 * would be done in their name. `shown` returns the id of the person of this tab, or undefined while nobody is signed in.
 */
export function watchPerson(shown: () => string | undefined, onOther: () => void): void {
  const look = () => {
    const person = localStorage.getItem(owner)
    if (person !== null && shown() !== undefined && person !== shown()) onOther()
  }
  addEventListener('storage', ({ key }) => key === owner && look())
  // A tab that was frozen is not told of what happened meanwhile.
  document.addEventListener('visibilitychange', look)
}
