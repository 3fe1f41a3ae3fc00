import type { HTTPRequest } from '@quire/browser'
import type { ConsolePage, ConsoleUsers } from './console-users.ts'
import { answer, letThrough } from './interception.ts'
import type { Screen } from './screen.ts'
import { hostname, type seedStates } from './shown-states.ts'

type Open = NonNullable<Screen['open']>

const press =
  (...names: string[]): Open =>
  async (tab) => {
    for (const name of names) await tab.click('button', name)
  }

/** Returns screens in states that somebody has led them into: dialogs, the steps of a form, and what is loaded late. */
export function openedScreens(
  { organizationId, spaceId }: ConsoleUsers,
  { site, editor, states }: { site: string; editor: string; states: Awaited<ReturnType<typeof seedStates>> },
): Screen[] {
  const inOrganization = (path: string) => `/o/${organizationId}${path}`
  const inSpace = (path: string) => `/s/${spaceId}${path}`
  const inSite = (path: string, id = site) => inOrganization(`/sites/${id}${path}`)
  const screens: Record<string, Omit<Screen, 'name'>> = {
    join: { path: states.join, open: (tab) => tab.sees('heading', 'Join “Mills”') },
    'site-records': {
      path: inSite('/domain', states.sites.records),
      async open(tab) {
        await tab.click('button', 'Check now')
        await tab.reads('There is no record yet.')
        await tab.page.waitForFunction(`document.querySelector('main input[readonly]')?.value.includes('${hostname}')`)
      },
    },
    'site-visitors': { path: inSite('/audience', states.sites.visitors), open: press('Show the key') },
    'new-site-review': { path: inOrganization('/sites/new'), open: press('Next', 'Next') },
    conflicts: {
      path: states.conflict,
      async open(tab) {
        await tab.click('button', 'Merge')
        await tab.reads('Choose a side for each of them below')
        await tab.sees('heading', '1 conflict')
      },
    },
    'git-form': { path: inSpace('/settings'), open: press('Synchronize with a repository') },
    'git-state': { path: `/s/${states.synchronized}/settings`, open: (tab) => tab.reads('last in common') },
    tour: {
      path: `/o/${states.blank}`,
      open: press('Take a one-minute tour'),
      close: press('Leave the tour'),
    },
    answer: { path: inOrganization(''), open: ask },
    invite: { path: inOrganization('/members'), open: press('Invite people') },
    share: { path: inSpace('/settings'), open: press('Share') },
    'delete-space': { path: inSpace('/settings'), open: press('Delete the space') },
    'new-mcp-server': { path: inSite('/mcp'), open: press('Add a server', 'Add a header') },
    'page-settings': {
      path: editor,
      async open(tab) {
        await tab.click('button', 'Actions for Springs')
        await tab.click('menuitem', 'Settings of the page')
      },
    },
    failure: failing({ path: inOrganization('/members') }, '/members'),
    loading: waiting({ path: inOrganization('/members') }, '/members'),
    // Last, since nobody is signed in any more then.
    'signed-out': { path: inOrganization('/teams'), open: signOutElsewhere },
  }
  return Object.entries(screens).map(([name, screen]) => ({ name, ...screen }))
}

async function ask(tab: ConsolePage) {
  await tab.click('button', 'Search Ctrl K')
  await tab.sees('combobox', 'Search pages, or go to …')
  await tab.page.keyboard.type('How often is the spring oiled?')
  await tab.click('option', 'Ask: How often is the spring oiled?')
  await tab.page.waitForSelector('[role=dialog] [aria-live][aria-busy=false] + section')
}

/** Ends the session behind the back of a screen, which finds out with its next request. */
async function signOutElsewhere(tab: ConsolePage) {
  await tab.sees('button', 'New team')
  await tab.forget()
  await tab.click('button', 'New team')
  await tab.fill('Name of the team', 'Readers')
  await tab.page.keyboard.press('Enter')
  await tab.sees('dialog', 'You are signed out')
}

/** Leads a screen into the state in which the interface fails to answer at the end of a path. */
function failing(screen: { path: string }, end: string): Omit<Screen, 'name'> {
  let stop = async () => {}
  return {
    ...screen,
    async open(tab) {
      stop = await answer(tab, asksFor(end), 500, 'It failed.')
      await tab.page.reload()
      await tab.sees('button', 'Try again')
    },
    async close(tab) {
      await stop()
      const expected = tab.errors.findIndex((error) => error.includes('status of 500'))
      tab.errors.splice(expected, expected < 0 ? 0 : 1)
    },
  }
}

/** Leads a screen into the state in which it waits for the interface to answer at the end of a path. */
function waiting(screen: { path: string }, end: string): Omit<Screen, 'name'> {
  const held: HTTPRequest[] = []
  const isHeld = asksFor(end)
  const take = (request: HTTPRequest) => void (isHeld(request) ? held.push(request) : request.continue())
  return {
    ...screen,
    isThere: `document.querySelector('main [role=status] > .hidden-text') !== null`,
    async open(tab) {
      await tab.page.setRequestInterception(true)
      tab.page.on('request', take)
      await tab.page.reload()
    },
    async close(tab) {
      await letThrough(tab, take)
      for (const request of held) await request.continue()
    },
  }
}

const asksFor = (end: string) => (request: HTTPRequest) => {
  const { pathname } = new URL(request.url())
  return pathname.startsWith('/v1/') && pathname.endsWith(end)
}
