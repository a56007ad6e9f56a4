/**
 * What common passwords of twelve characters and more are made of. This is no list of leaked passwords: few of those are so long,
 * and most that are consist of such words and runs of keys, repeated, joined, or filled up with digits. Lower case, no spaces.
 */
export const commonWords: readonly string[] = [
  // The thing itself, and being asked for it.
  ...['password', 'passwd', 'passphrase', 'passcode', 'passwort', 'kennwort', 'motdepasse', 'contraseña'],
  ...['contrasena', 'wachtwoord', 'parola', 'senha', 'haslo', 'пароль', 'secret', 'geheim', 'private', 'letmein'],
  ...['changeme', 'changeit', 'welcome', 'willkommen', 'bienvenue', 'default', 'temporary', 'hello', 'trustno'],
  // Accounts and machines.
  ...[
    'administrator',
    'admin',
    'root',
    'superuser',
    'username',
    'user',
    'guest',
    'login',
    'access',
    'master',
    'manager',
  ],
  ...['operator', 'server', 'computer', 'internet', 'security', 'website', 'company', 'crawler', 'testing', 'test'],
  ...['google', 'facebook', 'linkedin', 'microsoft', 'windows', 'samsung'],
  // What people like.
  ...['iloveyou', 'iloveu', 'loveyou', 'forever', 'princess', 'sunshine', 'superman', 'batman', 'starwars', 'pokemon'],
  ...['minecraft', 'football', 'baseball', 'basketball', 'liverpool', 'barcelona', 'dragon', 'monkey', 'shadow'],
  ...['mustang', 'charlie', 'michael', 'jennifer', 'jessica', 'jordan', 'freedom', 'whatever', 'killer', 'flower'],
  ...['butterfly', 'chocolate', 'cookie', 'banana'],
  // Changed every season, month or day.
  ...[
    'spring',
    'summer',
    'autumn',
    'winter',
    'january',
    'february',
    'march',
    'april',
    'august',
    'september',
    'october',
  ],
  ...['november', 'december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  // The famous example of a good one.
  'correcthorsebatterystaple',
]

/** Neighbours: four or more in a row are a run, in either direction. */
export const runs: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  'абвгдежзийклмнопрстуфхцчшщъыьэюя',
  '01234567890',
  // Rows of QWERTY, QWERTZ, AZERTY and Cyrillic keyboards.
  ...['qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'qsdfghjklm', 'zxcvbnm', 'yxcvbnm', 'wxcvbn'],
  ...['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю', '!@#$%^&*()', '!"§$%&/()='],
  // Columns, and the digits between the letters beside them.
  ...['1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik', 'qazwsxedcrfvtgbyhnujmik', 'qayxswedcvfrtgb', '1q2w3e4r5t6y7u8i9o0p'],
  ...['q1w2e3r4t5y6u7i8o9p0', 'a1b2c3d4e5f6g7h8i9', '1a2b3c4d5e6f7g8h9i'],
]
