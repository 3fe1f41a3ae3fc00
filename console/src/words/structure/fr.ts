import type { StructureWords } from './en.ts'

export const fr: StructureWords = {
  structure: 'Structure',
  structureLead:
    'Les visiteurs voient les sections comme des onglets, et les groupes comme des menus de sections. Plusieurs espaces d’une section en sont des variantes, comme des versions ou des langues. Faites glisser les entrées, ou appuyez sur Alt et une flèche.',
  structureReader: 'Ce qu’il y a sur le site, dans l’ordre où les visiteurs le voient.',
  nothingOnSite: 'Il n’y a encore rien sur le site',
  nothingOnSiteHint: 'Ajoutez un espace : ses pages sont ce que lisent les visiteurs.',
  nothingForReader: 'Rien de ce qui est sur le site ne vous est ouvert.',
  kinds: { 'site-space': 'Espace', 'site-section': 'Section', 'site-section-group': 'Groupe' },
  first: 'Affiché d’abord',
  conditional: 'Pour certains visiteurs',
  actionsFor: (title) => `Actions pour ${title}`,
  editEntry: 'Modifier …',
  makeFirst: 'Afficher d’abord',
  takeOff: 'Retirer du site …',
  takeOffTitle: (title) => `Retirer « ${title} » du site ?`,
  takeOffHint:
    'Les visiteurs ne trouvent plus ces pages, dès maintenant. L’apparence propre est supprimée et les redirections qui y mènent n’aboutissent plus ; ni l’une ni les autres ne reviennent avec un nouvel ajout. L’espace lui-même reste tel quel.',
  dissolve: 'Dissoudre le groupe',
  addSpace: 'Ajouter un espace',
  addSection: 'Ajouter une section',
  addGroup: 'Ajouter un groupe',
  addVariant: 'Ajouter une variante …',
  add: 'Ajouter',
  additions: {
    space: {
      title: (section) => (section === '' ? 'Ajouter un espace' : `Ajouter une variante à ${section}`),
      hint: 'Ses pages sont aussitôt sur le site, pour toutes les personnes qui peuvent le lire.',
    },
    section: {
      title: () => 'Ajouter une section',
      hint: 'Une section montre un espace sous son propre onglet. La première en fait deux : ce qui est là devient l’autre.',
    },
    group: {
      title: () => 'Ajouter un groupe',
      hint: 'Un groupe est un menu de sections. Déplacez-y des sections.',
    },
  },
  sectionTitleHint: 'Sans titre, elle a celui de l’espace.',
  allSpacesTaken: 'Tous les espaces que vous voyez sont déjà sur le site. Créez-en d’abord un autre.',
  editTitle: (title) => `Modifier ${title}`,
  path: 'Chemin',
  pathHint: 'Sa partie de l’adresse. Les anciens chemins mènent au nouveau.',
  icon: 'Icône',
  condition: 'Affiché si',
  conditionHint: 'Une expression sur ce que l’on sait d’un visiteur. Sans elle, tous le voient.',
}
