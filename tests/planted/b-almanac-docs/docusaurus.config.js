module.exports = { title: 'Almanac' };
