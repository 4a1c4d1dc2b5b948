/** The words of the family in English: the shape that each other language must have. */
export default {
  about: 'How long do many small files take? Creating, copying and deleting them; every copy is verified.',
  names: {
    ll_512k: 'LL, 512 KiB',
    ll_4k: 'LL, 4 KiB',
    hl_4k: 'HL, 4 KiB',
    create: 'create',
    copy: 'copy',
    delete: 'delete',
  },
  files: 'Files',
  atOnce: 'At once',
  hint: 'LL opens, reads and writes each file through synchronous handles, with a 64 KiB buffer. HL leaves that to the asynchronous API, with which Safari writes from version 26 on. Medians of the trials. Deleting removes originals and copies.',
  verified: '{files} {{copy was|copies were}} verified.',
} as const;
