/** Why what is under a licence may be combined with Benshi and passed on under AGPL-3.0-or-later. */
export interface FittingLicence {
  /** Names of SPDX's list that share the reason. */
  readonly ids: readonly string[];
  readonly reason: string;
  /** What the text of such a licence says, as it stands in a package's own licence file. */
  readonly wording: RegExp;
}

/**
 * The licences that fit AGPL-3.0-or-later; what is not in here does not. "GNU's list" is the Free Software Foundation's
 * list of licences (gnu.org/licenses/license-list).
 */
export const fittingLicences: readonly FittingLicence[] = [
  {
    ids: ['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BSD-3-Clause-Clear', 'Zlib'],
    reason: 'Permissive: asks for its notice to be kept, at most. Compatible by GNU’s list.',
    wording:
      /Permission is hereby granted, free of charge|MIT License|Permission to use, copy, modify, and\/or distribute|Permission to use, copy, modify, and distribute|Redistribution and use (?:of this software )?in source and binary forms/i,
  },
  {
    ids: ['Apache-2.0'],
    reason:
      'Permissive with terms about patents. Compatible with version 3 of the GPL family, by GNU’s list.',
    wording: /Apache License/i,
  },
  {
    ids: ['BlueOak-1.0.0'],
    reason: 'Permissive: asks that its text or a link to it goes along. Adds nothing that the AGPL forbids.',
    wording: /Blue Oak Model License/i,
  },
  {
    ids: ['CC0-1.0', 'Unlicense', 'blessing', 'WTFPL'],
    reason: 'Given to the public, with no conditions. Compatible by GNU’s list or by having none.',
    wording: /CC0|public domain|do what the fuck/i,
  },
  {
    ids: [
      'FTL',
      'HPND-sell-variant',
      'IJG',
      'libpng-2.0',
      'libtiff',
      'NAIST-2003',
      'PostgreSQL',
      'Unicode-3.0',
    ],
    reason: 'Permissive licence of one project or data set: asks for its notice or for credit.',
    wording: /permission|redistribut/i,
  },
  {
    ids: ['Artistic-2.0'],
    reason: 'Compatible by GNU’s list: its section 4(c)(ii) allows passing on under the GPL.',
    wording: /Artistic License 2\.0/i,
  },
  {
    ids: ['MPL-2.0'],
    reason: 'Copyleft a file at a time; its section 3.3 names the AGPL as a licence to combine with.',
    wording: /Mozilla Public License/i,
  },
  {
    ids: ['LGPL-2.0-or-later', 'LGPL-2.1-only', 'LGPL-2.1-or-later', 'LGPL-3.0-or-later'],
    reason: 'Library copyleft; may be used under the GPL (LGPL-2.1, section 3), and so beside the AGPL.',
    wording: /GNU (LESSER|LIBRARY) GENERAL PUBLIC LICENSE/i,
  },
  {
    ids: ['GPL-2.0-or-later', 'GPL-3.0', 'GPL-3.0-only', 'GPL-3.0-or-later'],
    reason: 'Section 13 of GPL-3.0 and of AGPL-3.0 allows the two to be combined.',
    wording: /GNU GENERAL PUBLIC LICENSE/i,
  },
  {
    ids: ['AGPL-3.0-only', 'AGPL-3.0-or-later'],
    reason: 'Benshi’s own.',
    wording: /GNU AFFERO GENERAL PUBLIC LICENSE/i,
  },
  {
    ids: ['OFL-1.1'],
    reason: 'For fonts: may be bundled with any software. The page names them, it is not made of them.',
    wording: /SIL OPEN FONT LICENSE/i,
  },
];

/** What does not fit by the list and is used all the same. */
export interface LicenceException {
  /** The package, as in package-lock.json. */
  readonly package: string;
  /** The version that was looked at; another one has to be looked at again. */
  readonly version: string;
  /** The part inside of it that does not fit; left out where it is the package as a whole. */
  readonly part?: string;
  readonly reason: string;
}

export const exceptions: readonly LicenceException[] = [
  {
    package: 'spdx-exceptions',
    version: '2.5.0',
    reason:
      'CC-BY-3.0. A list of names that the test of licences reads; it is no part of the server or the page and goes to nobody with them.',
  },
  {
    package: '@seydx/node-av-*',
    version: '6.1.1',
    part: 'fdk-aac, stripped to AAC-LC',
    reason:
      'Held incompatible with the GPL by GNU’s list and by FFmpeg; held compatible in this stripped form by Fedora, which passes on the same combination. Benshi never calls it and passes none of it on: npm fetches it for whoever installs. See docs/decisions/decoder-licences.md.',
  },
];
