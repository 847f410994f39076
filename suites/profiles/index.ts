export { costOf, type Bounds, type Cost } from './bounds.ts';
export { profileNames, type Effort, type Profile, type ProfileName } from './profile.ts';
export { isProfileName, leftOutOfHealth, profiles } from './profiles.ts';
export { isTagged, tagOf } from './tag.ts';
