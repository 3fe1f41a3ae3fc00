/** The texts of the structure of a site, in English; the other languages have the same. */
export const en = {
  structure: 'Structure',
  structureLead:
    'Visitors see sections as tabs, and groups as menus of sections. Several spaces of one section are variants, such as versions or languages. Drag entries, or press Alt with an arrow key.',
  structureReader: 'What is on the site, in the order that visitors see it in.',
  nothingOnSite: 'There is nothing on the site yet',
  nothingOnSiteHint: 'Add a space: its pages are what visitors read.',
  nothingForReader: 'Nothing on the site is open to you.',
  kinds: { 'site-space': 'Space', 'site-section': 'Section', 'site-section-group': 'Group' },
  first: 'Shown first',
  conditional: 'For some visitors',
  actionsFor: (title: string) => `Actions for ${title}`,
  editEntry: 'Edit …',
  makeFirst: 'Show first',
  takeOff: 'Take off the site …',
  takeOffTitle: (title: string) => `“${title}” off the site?`,
  takeOffHint:
    'Visitors no longer find its pages, at once. Looks of its own are deleted, and redirects to it lead nowhere; neither comes back when it is added again. The space itself stays as it is.',
  dissolve: 'Dissolve the group',
  addSpace: 'Add space',
  addSection: 'Add section',
  addGroup: 'Add group',
  addVariant: 'Add a variant …',
  add: 'Add',
  additions: {
    space: {
      title: (section: string) => (section === '' ? 'Add a space' : `Add a variant to ${section}`),
      hint: 'Its pages are on the site at once, for everybody who may read the site.',
    },
    section: {
      title: (_: string) => 'Add a section',
      hint: 'A section shows a space under a tab of its own. The first one makes two: what is there becomes the other.',
    },
    group: { title: (_: string) => 'Add a group', hint: 'A group is a menu of sections. Move sections into it.' },
  },
  sectionTitleHint: 'Without a title it has that of the space.',
  allSpacesTaken: 'All spaces that you see are on the site already. Create another space first.',
  editTitle: (title: string) => `Edit ${title}`,
  path: 'Path',
  pathHint: 'Its part of the address. Former paths lead on to the new one.',
  icon: 'Icon',
  condition: 'Shown if',
  conditionHint: 'An expression over what is known of a visitor. Without one it is shown to all.',
}

export type StructureWords = typeof en
