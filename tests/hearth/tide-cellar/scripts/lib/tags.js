module.exports = {
  has(entity, tag) {
    return entity.tags.includes(tag);
  },
};
