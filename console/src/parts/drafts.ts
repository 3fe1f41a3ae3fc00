/** The beginnings of the names under which this device stores what somebody types, until it is saved. */
const prefixes = ['quire-page/', 'quire-draft/', 'quire-form/']
/** The name under which the store has the id of the person whose drafts it holds. */
const owner = 'quire-person'
/** The name under which the store has the time at which somebody signed in last in this browser. */
const signIn = 'quire-sign-in'

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

/** The last sign-in that this tab knows of. */
let knownSignIn: string | null = null

/** Tells the other tabs of this browser that somebody has signed in in this one. */
export function announceSignIn(): void {
  knownSignIn = String(Date.now())
  localStorage.setItem(signIn, knownSignIn)
}

/** Returns true if somebody has signed in in this browser since a time, in milliseconds. */
export const hasSignedInSince = (time: number): boolean => Number(localStorage.getItem(signIn)) >= time

/**
 * Calls `onOther` once somebody has signed in in another tab. Somebody else than the person of this tab: what is done here
 * from then on would be done in their name. Or the same person: the key of this page fits the session before alone. `shown`
 * returns the id of the person of this tab, or undefined while nobody is signed in; `isWaiting`, whether it waits for that.
 */
export function watchPerson(shown: () => string | undefined, isWaiting: () => boolean, onOther: () => void): void {
  knownSignIn = localStorage.getItem(signIn)
  const look = () => {
    const person = localStorage.getItem(owner)
    const isOther = shown() !== undefined && person !== null && person !== shown()
    const isNew = (shown() !== undefined || isWaiting()) && localStorage.getItem(signIn) !== knownSignIn
    if (isOther || isNew) onOther()
  }
  addEventListener('storage', ({ key }) => (key === owner || key === signIn) && look())
  // A tab that was frozen is not told of what happened meanwhile.
  document.addEventListener('visibilitychange', look)
}
