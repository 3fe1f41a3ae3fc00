/** The texts about the addresses of a site, in English; the other languages have the same. */
export const en = {
  // Its domain
  domain: 'Domain',
  domainLead:
    'The site can be read at a host of your own. Until DNS proves that it is yours, it stays at its address here.',
  onlyAdministrators: 'Administrators of the organization set the domain.',
  hostname: 'Host',
  hostnameHint: 'Three parts or more, such as docs.example.com.',
  removeHostname: 'Remove',
  removeHostnameQuestion: (hostname: string) => `Remove ${hostname}?`,
  removeHostnameHint: 'The site is read at its address here again, and others may use the host.',
  records: 'DNS records',
  recordsHint: 'Set one of these records where the domain is managed.',
  recordHint: 'Set this record where the domain is managed.',
  recordName: 'Name',
  recordValue: 'Value',
  checkNow: 'Check now',
  waiting: 'Waiting for DNS',
  taken: 'Used by another site',
  states: { dns_passed: 'Verified' },
  verifiedHint: 'The site is read at this host. Keep the record.',
  stateHints: {
    dns_passed: 'DNS has the record.',
    dns_wrong_cname: 'The host points elsewhere.',
    dns_no_cname: 'There is no record yet. Changes of DNS may take some hours.',
    internal_error: 'DNS gave no answer.',
    unknown: 'DNS was not asked yet.',
  },

  // Its redirects
  redirects: 'Redirects',
  redirectsLead:
    'Lead old paths of the site to other places. Pages that were moved or renamed here lead on by themselves.',
  addRedirect: 'Add a redirect',
  pasteRedirects: 'Paste a list',
  pasteHint:
    'A line for each: the old path, the path of a page or an address, and “permanent” if browsers may remember it. Commas, semicolons or tabs between.',
  lines: 'Redirects',
  faultyLines: (numbers: string, count: number) =>
    count === 1 ? `Left out: line ${numbers}.` : `Left out: lines ${numbers}.`,
  lineFaults: {
    source: 'The old path has to be a path of the site, without “*”.',
    'no-target': 'There is no target behind the old path.',
    address: 'The target has to be the path of a page, or an address with https:// or http://.',
    'no-page': 'No page of the site has the path of the target.',
  },
  hidesPage: (page: string) =>
    `“${page}” is at this path. Visitors will be led on from there, and no longer reach the page.`,
  hidesPages: (count: number) =>
    count === 1
      ? 'A page is at one of these paths. Visitors will no longer reach it there:'
      : `Pages are at ${count} of these paths. Visitors will no longer reach them there:`,
  andMore: (count: number) => `and ${count} more`,
  readingPages: (read: number, of: number) => `Reading the pages of the site: ${read} of ${of} spaces …`,
  unreadSpaces: (count: number) =>
    count === 1
      ? 'The pages of 1 space could not be read: paths of its pages are not found.'
      : `The pages of ${count} spaces could not be read: paths of their pages are not found.`,
  savingRedirects: (sent: number, of: number) => `${sent} of ${of} redirects are sent …`,
  saveRedirects: (count: number) => (count === 1 ? 'Save 1 redirect' : `Save ${count} redirects`),
  noRedirects: 'There are no redirects yet',
  noRedirectsHint: 'Add one for each address from before that people still follow, or paste a list of them.',
  findRedirect: 'Find by path or address',
  noRedirectsFound: 'No redirect has this in its path or address.',
  draft: 'Draft',
  permanent: 'Permanent',
  editRedirect: (source: string) => `Edit ${source}`,
  removeRedirect: (source: string) => `Delete ${source}`,
  redirectRemoved: (source: string) => `The redirect of ${source} was deleted.`,
  source: 'Old path',
  sourceHint: 'From the start of the site, such as /old/page.',
  leadsTo: 'Leads to',
  lostTargets: {
    'site-page': 'The page was deleted. Choose another.',
    'site-space': 'The space is not on the site any more. Choose another.',
    'site-section': 'The section was deleted. Choose another.',
  },
  targets: { 'site-page': 'Page', 'site-space': 'Space', 'site-section': 'Section', external: 'Address' },
  targetAddress: 'Address',
  permanentLabel: 'Permanent: browsers and search engines may remember it',
}

export type AddressesWords = typeof en
