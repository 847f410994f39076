export { costOf, costOfSelected, writes, type Bounds, type Cost, type WritingEndpoint } from './bounds.ts';
export { lacksOf } from './lacks.ts';
export { profileNames, type Effort, type LeftOut, type Profile, type ProfileName } from './profile.ts';
export { isProfileName, profiles, whyLeftOut } from './profiles.ts';
export { deselected, isSelected, type Selection } from './selection.ts';
export { isTagged, tagOf } from './tag.ts';
