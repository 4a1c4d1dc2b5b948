/** The words of page and command line on a drive's capacity. English is the shape that each other language must have. */
const capacityWords = {
  verdicts: {
    true: 'This drive is what it says: all {tested} that were written came back from the drive unchanged.',
    trueMostly:
      'This drive is what it says: {proven} of the {tested} that were written came back from the drive unchanged. Memory answered for the rest.',
    trueQuick:
      'The quick test found nothing false: every place that it looked at, all over {tested}, came back unchanged.',
    wraps: 'This drive is a fake: it holds {real}, then begins again from the front and writes over what it holds.',
    drops: 'This drive is a fake: it keeps about {real} of the {tested} that were tested, and loses the rest.',
    damaged: 'This drive damages what it stores: {bad} of {tested} came back different from what was written.',
    sick: 'This drive is failing: {places} could not be read or written.',
    sickSlow: 'This drive is failing: the same {places} took longer than 100 ms each time that they were read.',
    slow: 'This drive keeps what it is given, and is slow: {places} took longer than 100 ms, each time others.',
    unknown: 'No verdict yet: {proven} of {tested} came from the drive unchanged so far.',
    memory:
      'Memory answered, not the drive, so there is no verdict: {proven} of {tested} came from the drive unchanged.',
    slowOnce:
      'All {proven} came back unchanged, but {places} took longer than 100 ms, and memory answered when they were read again: the drive may be failing.',
    tooLittle:
      '{tested} were tested, and less than {least} say nothing of a drive. Test more, or free some space first.',
  },
  advice: {
    true: '',
    trueMostly: '',
    trueQuick: 'It cannot see damage between these places. The whole test writes everything and reads it.',
    fake: 'Copy what you still need from it, do not use it any more, and ask for your money back.',
    damaged: 'Copy what you still need from it now, and do not trust it with anything.',
    sick: 'Save your data first: copy everything from it now. Then replace it.',
    slow: 'Try another port or reader. If it stays slow, it is a slow drive and not a sick one.',
    unknown: '',
    memory: 'Take the drive out, plug it in again, and go on: then nothing of it is left in memory.',
    slowOnce: 'Take the drive out, plug it in again, and test once more.',
    tooLittle: '',
  },
  place: '{count} place',
  places: '{count} places',
  rows: {
    tested: 'Tested',
    written: 'Written of it, the rest reserved',
    intact: 'Came back unchanged',
    overwritten: 'Overwritten by other blocks',
    lost: 'Lost',
    changed: 'Changed',
    unreadable: 'Could not be read',
    memory: 'Answered by memory',
    unread: 'Not read yet',
    period: 'Begins again after',
    real: 'Real size, of what was tested',
    firstBad: 'First bad place, from the beginning',
    slow: 'Calls over 100 ms',
    slowAgain: 'Slow each time',
    write: 'Writing in order',
    slowestWrite: 'Writing, slowest stretch',
    read: 'Reading in order',
  },
  map: 'Map of what was tested, from its beginning to its end',
  classes: 'Speed classes that this writing is like: {classes}',
  noClass: 'Too slow for any speed class',
  classNote:
    'Like the class, not as the class defines it: a card is certified with commands that no computer sends (recording units in free allocation units of a freshly formatted card). Here files were written in order, and the slowest stretch counts.',
  appClass:
    'Application class that this is like: {class}, with {reads} random reads and {writes} random writes of 4 KiB per second',
  noAppClass: 'Below application class A1, with {reads} random reads and {writes} random writes of 4 KiB per second',
  appNote:
    'Like the class, not as the class defines it: A1 asks for 1,500 reads and 500 writes per second within 256 MB, A2 for 4,000 and 2,000 with the card’s own queue and cache, both for 10 MB/s in order. Here a file system lies between, four calls are made at once, and a reader of USB has no such queue.',
  appUnknown:
    'Application classes (A1, A2) are told by the command line alone: a page cannot write inside of a file that you picked.',
  video: {
    title: 'Video that it can record',
    format: 'Format',
    rate: 'Mbit/s',
    streams: 'Streams',
    minutes: 'Minutes until full',
    note: 'By the slowest stretch of writing, so that no frame is dropped when the drive slows down. Rates as Sony and Apple publish them.',
  },
} as const;

export default capacityWords;

type Texts<T> = { readonly [Key in keyof T]: T[Key] extends string ? string : Texts<T[Key]> };
export type CapacityWords = Texts<typeof capacityWords>;
